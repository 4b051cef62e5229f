//! The seam between a page and the agent part: `createApp` on one side, on the other one concrete function that names
//! the channels' types, and the application's own tools, resources and prompts.
//!
//! In a build of `scumble build` that function is split off into a chunk that is fetched when a page asks for tools; in
//! any other build for a browser it is linked in. Elsewhere there is no page and nothing is generated. The conditions
//! stand here, not in what `app!` writes, because an application's crate does not know them.

#[cfg(target_arch = "wasm32")]
pub use seam::{AgentSeed, Loaded, Loading, NotLoaded, create_app, serve, served, told};

/// What `app!` leaves to the target; nothing where there is no page.
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __page_seam {
    ($($ignored:tt)*) => {};
}

/// The exports of an application's package, and its agent part.
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
#[macro_export]
macro_rules! __page_seam {
    ($spec:path; $($index:literal => $channel:expr),*; $($kind:ident $own:path),*) => {
        #[allow(unsafe_code, missing_docs, unreachable_pub, clippy::all)]
        const _: () = {
            use $crate::__private::page;
            use $crate::__private::wasm_bindgen::{JsValue, prelude::wasm_bindgen};

            #[wasm_bindgen(js_name = createApp, skip_typescript, wasm_bindgen = ::scumble::__private::wasm_bindgen)]
            pub fn __scumble_create_app(options: JsValue) -> ::core::result::Result<JsValue, JsValue> {
                page::create_app($spec, loader, &options, false)
            }

            #[wasm_bindgen(js_name = createSyncApp, skip_typescript, wasm_bindgen = ::scumble::__private::wasm_bindgen)]
            pub fn __scumble_create_sync_app(options: JsValue) -> ::core::result::Result<JsValue, JsValue> {
                page::create_app($spec, loader, &options, true)
            }

            fn loader(seed: page::AgentSeed) -> page::Loading {
                ::std::boxed::Box::pin(async move { page::told(agent_part(seed).await) })
            }

            $crate::__agent_part! {
                fn agent_part(seed: page::AgentSeed) -> page::Loaded {
                    #[allow(unused_mut)]
                    let mut agent = seed.begin();
                    $(agent.offer(page::served(&seed, $index, || $channel)?);)*
                    $(agent.$kind::<$own>();)*
                    page::serve(agent)
                }
            }
        };
    };
}

/// The agent part as a chunk of its own.
#[cfg(all(target_arch = "wasm32", scumble_split, not(feature = "without-agent")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_part {
    ($($function:tt)*) => {
        #[$crate::__private::wasm_split_helpers::wasm_split(
            agent,
            wasm_split_path = ::scumble::__private::wasm_split_helpers,
            fallible
        )]
        $($function)*
    };
}

/// The agent part linked in: `wasm-pack` and the like do not know how to split.
#[cfg(all(target_arch = "wasm32", not(scumble_split), not(feature = "without-agent")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_part {
    ($($function:tt)*) => {
        async $($function)*
    };
}

/// No agent part: what the module would weigh had the seam never been there.
#[cfg(all(target_arch = "wasm32", feature = "without-agent"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_part {
    (fn $name:ident($seed:ident: $kind:ty) -> $loaded:ty $body:block) => {
        async fn $name(_: $kind) -> $loaded {
            ::core::result::Result::Err(page::NotLoaded::from(::std::string::String::from(
                "This build was made without its agent part, to be weighed.",
            )))
        }
    };
}

#[cfg(target_arch = "wasm32")]
mod seam {
    use std::rc::Rc;

    use scumble_channels::Channel;
    pub use scumble_web::{AgentSeed, create_app};
    use scumble_web::{LocalBoxFuture, PageAgent};
    use wasm_split_helpers::SplitLoaderError;

    /// The agent part of a page, or why there is none.
    pub type Loaded = Result<Rc<dyn PageAgent>, NotLoaded>;

    /// The agent part on its way.
    pub type Loading = LocalBoxFuture<Result<Rc<dyn PageAgent>, String>>;

    /// Why there is no agent part, as a sentence.
    pub struct NotLoaded(String);

    impl From<String> for NotLoaded {
        fn from(sentence: String) -> Self {
            NotLoaded(sentence)
        }
    }

    impl From<SplitLoaderError> for NotLoaded {
        fn from(_: SplitLoaderError) -> Self {
            NotLoaded("The agent part of this application could not be fetched; the browser's console says why.".into())
        }
    }

    /// The sentence alone, as the page takes it.
    ///
    /// # Errors
    /// If there is no agent part.
    pub fn told(loaded: Loaded) -> Result<Rc<dyn PageAgent>, String> {
        loaded.map_err(|NotLoaded(sentence)| sentence)
    }

    /// The served channel of that number, which has the type `kind` would return.
    ///
    /// # Errors
    /// If it has another type.
    pub fn served<C: Channel>(seed: &AgentSeed, index: usize, _kind: impl FnOnce() -> C) -> Result<C, NotLoaded> {
        seed.channel::<C>(index).map_err(NotLoaded)
    }

    /// Serves the page.
    ///
    /// # Errors
    /// If two tools have one name.
    pub fn serve(agent: scumble_agent::Agent) -> Loaded {
        scumble_web::serve(agent).map_err(NotLoaded)
    }
}
