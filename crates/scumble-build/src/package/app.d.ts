/** What an agent asks to do, as shown to the person who decides. */
export interface ConfirmRequest {
    /** The tool's name, for example `notes_delete`. */
    tool: string;
    /** What it does, in the application's words. */
    description: string;
    /** The arguments it was called with; secrets are left out. */
    arguments: Record<string, unknown>;
    /** Whether it destroys something. */
    destructive: boolean;
}

/** How the application is offered to agents in the browser. */
export interface WebMcpOptions {
    /** Asks the person instead of the built-in dialog. */
    confirm?: (request: ConfirmRequest) => boolean | Promise<boolean>;
    /** Whether the tools that read and operate the screen are offered. True by default. */
    screen?: boolean;
    /** Keeps a tool only if this answers true for its name. */
    filter?: (tool: string) => boolean;
}

/** What `createApp` takes. */
export interface AppOptions {
    /** Offer the application's tools through `document.modelContext`. False by default. */
    webmcp?: boolean | WebMcpOptions;
}

/** An application on a page. */
export interface App {
    /** Draw it in an element, given itself or by selector. Throws a sentence if nothing matches. */
    mount(target: string | Element): this;
    /** Take it off the page and unregister every tool. */
    dispose(): void;
}

/** An application being set up step by step, all in one thread. */
export interface SyncApp {
    /** Serve a channel from JavaScript. */
    useChannel(channel: unknown, options?: { source?: unknown }): this;
    /** Offer the application's tools through `document.modelContext`. */
    useWebMcp(options?: WebMcpOptions): this;
    /** Draw it in an element, given itself or by selector. */
    mountSync(target: string | Element): App;
}

/** A new application. Throws a sentence for an option it does not know. */
export function createApp(options?: AppOptions): App;

/** A new application, set up by a builder. */
export function createSyncApp(options?: AppOptions): SyncApp;
