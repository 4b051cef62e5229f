/** What an agent asks to do: what a person is shown before they decide. */
export interface Question {
    /** The channel whose command it is. */
    channel: string;
    /** The command. */
    command: string;
    /** What it does, in the application's words. */
    description: string;
    /** The arguments, by parameter name. An approval is for these alone. */
    arguments: Record<string, unknown>;
    /** Whether it cannot be undone. */
    destructive: boolean;
    /** Who asks. */
    caller: {
        door: "webmcp" | "mcp" | "native";
        session: string;
        number: number;
        client?: { name: string; version: string };
    };
}

/**
 * How a person is asked before a command marked `confirm` runs for an agent: a function of the page's own, or
 * `"window"` for the browser's `confirm()`. Without either the runtime shows a dialog of its own.
 */
export type Confirm = "window" | ((question: Question) => boolean | Promise<boolean>);

/** How the application is offered to agents through `document.modelContext`. */
export interface WebMcpOptions {
    /** How the person is asked. */
    confirm?: Confirm;
    /** Whether the tools that read and operate the screen (`ui_*`) are offered. True by default. */
    screen?: boolean;
    /** Whether the tools that look at it (`tokens_view`, `render_frame`) are offered. True by default. */
    look?: boolean;
    /** Keeps a tool only if this answers true for its name. */
    tools?: (name: string) => boolean;
    /** The same as `tools`. */
    filter?: (name: string) => boolean;
    /** At most this many tools: commands of the largest channels are folded into one tool each. */
    budget?: number;
    /** Whether a small mark shows that an agent is acting. True by default. */
    badge?: boolean;
}

/** What `createApp` takes. An option nobody knows is thrown as a sentence. */
export interface AppOptions {
    /** Offer the application's tools to agents in the page. True in a development build, false otherwise. */
    webmcp?: boolean | WebMcpOptions;
    /** How a person is asked; `webmcp.confirm` has the last word. */
    confirm?: Confirm;
    /** Starts the tools' names when several applications are on one page. The crate's name by default. */
    name?: string;
    /** The colours. `"system"` by default: what the person has set, followed while the page is open. */
    theme?: "light" | "dark" | "system";
    /** The language, as a BCP 47 tag. The browser's by default. */
    locale?: string;
    /** Device pixels to a CSS pixel. The screen's by default, followed when the window moves. */
    scale?: number;
}

/** An application, on a page or about to be. */
export interface App {
    /** Show it in an element, given itself or by a selector. Throws a sentence if nothing matches, or if it cannot start. */
    mount(target: string | HTMLElement): this;
    /** Take it off the page, with every tool it registered. It may be mounted again. */
    dispose(): void;
    /**
     * Resolves once the browser has answered for every tool (at once if there are none to register). Rejects with a
     * sentence if the tools cannot be offered, because two would have one name, say.
     */
    readonly ready: Promise<void>;
}

/** The same, as a builder. */
export interface SyncApp extends App {
    /** Offer the application's tools to agents in the page. */
    useWebMcp(options?: boolean | WebMcpOptions): this;
    /** Mount at once. */
    mountSync(target: string | HTMLElement): this;
}

/** A new application, not mounted yet. */
export function createApp(options?: AppOptions): App;

/** A new application, not mounted yet, set up by a builder. */
export function createSyncApp(options?: AppOptions): SyncApp;
