//! One client's end of a surface, as rmcp serves it: a session, a stdio peer, or a single request of the era without
//! sessions.
//!
//! Translates between rmcp's requests and the surface's errands; knows no HTTP but the header a session is named in.
//! Unknown tools and bad arguments are answers of the surface, in its sentences; rmcp's own are never reached.

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use futures_util::future::BoxFuture;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CompletionInfo, CustomRequest,
    CustomResult, DiscoverResult, ErrorData, GetPromptRequestParams, GetPromptResponse, Implementation,
    InitializeRequestParams, InitializeResult, JsonObject, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    Reference, ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer, SubscriptionContext};
use scumble_protocol::{Caller, Completing, ToolError};
use serde_json::{Value, json};
use tokio::task::AbortHandle;

use crate::callers::{Callers, caller};
use crate::conduct::{Conducted, Request, conduct, is_modern};
use crate::desk::{Desk, Ended, Kind};
use crate::log::Level;
use crate::misshapen::misshapen;
use crate::options::Options;
use crate::parked::Parked;
use crate::raise::{
    from_implementation, to_contents, to_messages, to_prompt, to_resource, to_result, to_template, to_tool,
};
use crate::watch::{Session, Subscription, watch};

/// The header that names a session.
pub(crate) const SESSION_HEADER: &str = "mcp-session-id";

/// What all connections to one surface have in common.
pub(crate) struct Shared {
    pub(crate) desk: Desk,
    pub(crate) options: Options,
    pub(crate) callers: Callers,
    parked: Parked,
}

impl Shared {
    pub(crate) fn new(desk: Desk, options: Options) -> Arc<Shared> {
        Arc::new(Shared { desk, options, callers: Callers::default(), parked: Parked::default() })
    }
}

/// One client's end.
pub(crate) struct Connection {
    shared: Arc<Shared>,
    /// Its number, from `initialize` on.
    number: OnceLock<u32>,
    /// What the session is called where no header names it.
    session: &'static str,
    subscribed: Arc<Mutex<BTreeSet<String>>>,
    level: Mutex<Level>,
    /// Tells the client of changes, once it is ready to hear.
    watching: Mutex<Option<AbortHandle>>,
}

impl Connection {
    pub(crate) fn new(shared: Arc<Shared>, session: &'static str) -> Connection {
        Connection {
            shared,
            number: OnceLock::new(),
            session,
            subscribed: Arc::default(),
            level: Mutex::new(Level::LEAST),
            watching: Mutex::default(),
        }
    }

    fn caller(&self, context: &RequestContext<RoleServer>) -> Caller {
        let client = context.client_info().map(from_implementation);
        let parts = context.extensions.get::<axum::http::request::Parts>();
        let named = parts.and_then(|parts| parts.headers.get(SESSION_HEADER)?.to_str().ok());
        match self.number.get() {
            Some(number) => caller(named.unwrap_or(self.session).to_owned(), *number, client),
            None => caller(self.session.to_owned(), self.shared.callers.without_session(client.as_ref()), client),
        }
    }

    /// Handles a request inside what the host wants run around it.
    async fn within<T: Send>(
        &self,
        caller: Option<&Caller>,
        method: &str,
        handling: impl Future<Output = Result<T, ErrorData>> + Send,
    ) -> Result<T, ErrorData> {
        let Some(around) = &self.shared.options.around else { return handling.await };
        let mut answer = None;
        {
            let handle: BoxFuture<'_, ()> = Box::pin(async { answer = Some(handling.await) });
            around(caller, method, handle).await;
        }
        answer.unwrap_or_else(|| Err(ErrorData::invalid_request("The server did not let this request through.", None)))
    }

    fn capabilities(&self, modern: bool) -> ServerCapabilities {
        let known = self.shared.desk.known();
        let mut capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_list_changed();
        capabilities = capabilities.enable_resources_subscribe();
        let mut capabilities = capabilities.build();
        if !known.prompts.is_empty() {
            capabilities.prompts = Some(Default::default());
        }
        if !known.prompts.is_empty() || !known.templates.is_empty() {
            capabilities.completions = Some(JsonObject::new());
        }
        if !modern {
            capabilities.logging = Some(JsonObject::new());
        }
        capabilities
    }

    fn config(&self, modern: bool) -> ServerConfig {
        let options = &self.shared.options;
        let version = if options.version.is_empty() { "0.0.0" } else { &options.version };
        let mut config =
            ServerConfig::new(self.capabilities(modern)).with_server_info(Implementation::new(&options.name, version));
        config.instructions = self.shared.desk.known().instructions.clone().or_else(|| options.instructions.clone());
        config
    }

    /// The least severe line a client wants for its log.
    fn level(&self, context: &RequestContext<RoleServer>) -> Option<Level> {
        if is_modern(context) {
            // Without being asked to, nothing is logged in this era.
            return Level::wanted_by(context);
        }
        Some(*self.level.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn conduct(
        &self,
        caller: Caller,
        request: Request,
        context: &RequestContext<RoleServer>,
    ) -> Result<Conducted, ErrorData> {
        let level = self.level(context);
        conduct(&self.shared.desk, &self.shared.parked, caller, request, level, context).await
    }

    /// Whether there is such a resource: listed, or readable all the same.
    async fn has_resource(&self, uri: &str, caller: Caller) -> bool {
        self.shared.desk.list().await.resources.iter().any(|resource| resource.uri == uri)
            || self.shared.desk.read(uri.to_owned(), caller).await.is_some()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(watching) = self.watching.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            watching.abort();
        }
    }
}

fn no_resource(uri: &str) -> ErrorData {
    // Up to 2025-11-25 this is -32002; rmcp makes it -32602 for later clients.
    ErrorData::resource_not_found(format!("There is no resource at {uri}."), Some(json!({ "uri": uri })))
}

/// There is such a resource, and it cannot be read now.
fn unreadable(error: &ToolError) -> ErrorData {
    ErrorData::internal_error(error.sentences(), Some(json!({ "error": error })))
}

fn prompt_error(error: &ToolError) -> ErrorData {
    ErrorData::invalid_params(error.sentences(), Some(json!({ "error": error })))
}

impl ServerHandler for Connection {
    fn get_info(&self) -> ServerConfig {
        self.config(false)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let number = *self.number.get_or_init(|| self.shared.callers.greet());
        let client = Some(from_implementation(request.client_info.clone()));
        let caller = caller(self.session.to_owned(), number, client);
        self.within(Some(&caller), "initialize", async {
            context.peer.set_peer_info(request.clone());
            self.shared.desk.list().await;
            self.negotiate_initialize(&request)
        })
        .await
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let caller = self.caller(&context);
        self.within(Some(&caller), "server/discover", async {
            self.shared.desk.list().await;
            Ok(DiscoverResult::from_server_info(self.supported_protocol_versions().into_owned(), self.config(true)))
        })
        .await
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let listener = Session { peer: context.peer, subscribed: Arc::clone(&self.subscribed) };
        let watching = tokio::spawn(watch(self.shared.desk.changes(), listener)).abort_handle();
        let before = self.watching.lock().unwrap_or_else(PoisonError::into_inner).replace(watching);
        if let Some(before) = before {
            before.abort();
        }
    }

    #[expect(deprecated, reason = "sessions still have it")]
    async fn set_level(
        &self,
        request: rmcp::model::SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if is_modern(&context) {
            return Err(ErrorData::method_not_found::<rmcp::model::SetLevelRequestMethod>());
        }
        let caller = self.caller(&context);
        self.within(Some(&caller), "logging/setLevel", async {
            *self.level.lock().unwrap_or_else(PoisonError::into_inner) = Level::from_mcp(request.level);
            Ok(())
        })
        .await
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let caller = self.caller(&context);
        self.within(Some(&caller), "tools/list", async {
            Ok(ListToolsResult::with_all_items(self.shared.desk.list().await.tools.iter().map(to_tool).collect()))
        })
        .await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.shared.desk.known().tools.iter().find(|tool| tool.name == name).map(to_tool)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let caller = self.caller(&context);
        let called = Request {
            kind: Kind::Tool,
            name: request.name.into_owned(),
            arguments: Value::Object(request.arguments.unwrap_or_default()),
            state: request.request_state,
            answers: request.input_responses,
        };
        self.within(Some(&caller), "tools/call", async {
            match self.conduct(caller.clone(), called, &context).await? {
                Conducted::Ended(Ended::Tool(document)) => Ok(to_result(&document)?.into()),
                Conducted::Ended(Ended::Prompt(_)) => {
                    Err(ErrorData::internal_error("A tool answered as a prompt.", None))
                }
                Conducted::InputRequired(required) => Ok(required.into()),
            }
        })
        .await
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let caller = self.caller(&context);
        self.within(Some(&caller), "resources/list", async {
            Ok(ListResourcesResult::with_all_items(
                self.shared.desk.list().await.resources.iter().map(to_resource).collect(),
            ))
        })
        .await
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let caller = self.caller(&context);
        self.within(Some(&caller), "resources/templates/list", async {
            let listed = self.shared.desk.list().await;
            Ok(ListResourceTemplatesResult::with_all_items(listed.templates.iter().map(to_template).collect()))
        })
        .await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let caller = self.caller(&context);
        self.within(Some(&caller), "resources/read", async {
            let read = self.shared.desk.read(request.uri.clone(), caller.clone()).await;
            let contents = read.ok_or_else(|| no_resource(&request.uri))?.map_err(|error| unreadable(&error))?;
            Ok(to_contents(&contents)?.into())
        })
        .await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let caller = self.caller(&context);
        self.within(Some(&caller), "resources/subscribe", async {
            if !self.has_resource(&request.uri, caller.clone()).await {
                return Err(no_resource(&request.uri));
            }
            self.subscribed.lock().unwrap_or_else(PoisonError::into_inner).insert(request.uri);
            Ok(())
        })
        .await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let caller = self.caller(&context);
        self.within(Some(&caller), "resources/unsubscribe", async {
            self.subscribed.lock().unwrap_or_else(PoisonError::into_inner).remove(&request.uri);
            Ok(())
        })
        .await
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        // Resources that are not there yet may come: nothing is refused but what rmcp refuses by the capabilities.
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let caller = self.caller(context.request_context());
        self.within(Some(&caller), "subscriptions/listen", async {
            tokio::select! {
                () = watch(self.shared.desk.changes(), Subscription(context.sink().clone())) => {}
                () = context.cancelled() => {}
            }
            Ok(())
        })
        .await
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let caller = self.caller(&context);
        self.within(Some(&caller), "prompts/list", async {
            Ok(ListPromptsResult::with_all_items(self.shared.desk.list().await.prompts.iter().map(to_prompt).collect()))
        })
        .await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let caller = self.caller(&context);
        let unknown = format!("There is no prompt called {}.", request.name);
        let filled = Request {
            kind: Kind::Prompt,
            name: request.name,
            arguments: Value::Object(request.arguments.unwrap_or_default()),
            state: request.request_state,
            answers: request.input_responses,
        };
        self.within(Some(&caller), "prompts/get", async {
            match self.conduct(caller.clone(), filled, &context).await? {
                Conducted::Ended(Ended::Prompt(Some(Ok(messages)))) => Ok(to_messages(&messages)?.into()),
                Conducted::Ended(Ended::Prompt(Some(Err(error)))) => Err(prompt_error(&error)),
                Conducted::Ended(Ended::Prompt(None)) => Err(ErrorData::invalid_params(unknown, None)),
                Conducted::Ended(Ended::Tool(_)) => {
                    Err(ErrorData::internal_error("A prompt answered as a tool.", None))
                }
                Conducted::InputRequired(required) => Ok(required.into()),
            }
        })
        .await
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(misshapen(&request.method, request.params.as_ref(), is_modern(&context)))
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let caller = self.caller(&context);
        let of = match request.r#ref {
            Reference::Prompt(prompt) => prompt.name,
            Reference::Resource(resource) => resource.uri,
            _ => {
                return Err(ErrorData::invalid_params(
                    "Prompts and resource templates can be completed, nothing else.",
                    None,
                ));
            }
        };
        let completing = Completing { of, argument: request.argument.name, value: request.argument.value };
        self.within(Some(&caller), "completion/complete", async {
            let mut values = self.shared.desk.complete(completing).await;
            let (total, more) = (values.len(), values.len() > CompletionInfo::MAX_VALUES);
            values.truncate(CompletionInfo::MAX_VALUES);
            let mut info = CompletionInfo::default();
            info.values = values;
            info.total = u32::try_from(total).ok();
            info.has_more = Some(more);
            Ok(CompleteResult::new(info))
        })
        .await
    }
}
