// The page's end of the development socket: the only link between a page and its server. Runs before anything of the
// application and touches nothing of it. What it shows over the page is in strips.js.
//
// What an application offers to agents is its own runtime's to say: it announces itself by `__scumble_dev.join`.
(() => {
    const dev = window.__scumble_dev;
    const secret = document.currentScript?.dataset.secret ?? "";
    const KEPT = "scumble:kept:";
    /** How long a page waits before it knocks again: a server that was started anew has its pages back in a moment. */
    const FIRST_DELAY = 100;
    const LAST_DELAY = 800;
    /** A server that is gone for this long is knocked for more seldom. */
    const LONG_GONE = 10 * 60_000;
    const PATIENT_DELAY = 5000;
    const LONGEST_MESSAGE = 8000;
    /** Names of the application's functions are further down than ten frames. */
    Error.stackTraceLimit = 60;

    let socket = null;
    let delay = FIRST_DELAY;
    /** Since when there is no server. */
    let alone = Date.now();
    let welcomed = false;
    let leaving = "";
    /** What this server was told is offered, as text. */
    let offered = "";
    /** The runtimes of the packages on this page. */
    const runtimes = [];
    /** Said before there was a socket to say it on. */
    const unsaid = [];
    const tab = remembered("tab");
    let front = Number(remembered("front")) || 0;
    if (front === 0) bringToFront();

    // ------------------------------------------------------------ what the runtime uses

    /** Whether the server opened this page itself, for nobody to look at. */
    dev.unattended = remembered("unattended") !== null;

    /** What an application left before the page was loaded again, once. */
    dev.takeState = (name) => {
        const text = remembered(`state:${name}`);
        forget(`state:${name}`);
        try {
            return text === null ? null : JSON.parse(text);
        } catch {
            return null;
        }
    };
    /**
     * A package's runtime: `{ catalogue(), welcome(), lost(), receive(message), owns(message), state() }`. Gives back how it says
     * something.
     */
    dev.join = (runtime) => {
        runtimes.push(runtime);
        if (welcomed) runtime.welcome();
        return { say: report, offer };
    };

    // ------------------------------------------------------------ the socket

    function connect() {
        const url = new URL("/__scumble/socket", location.href);
        url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
        const link = new WebSocket(url);
        socket = link;
        link.onopen = () => {
            const all = catalogue();
            offered = JSON.stringify(all);
            link.send(JSON.stringify({ type: "hello", protocol: dev.protocol, secret, tab: remembered("tab") ?? tab, build: dev.build, ...place(), catalogue: all, webmcp: "modelContext" in document }));
        };
        link.onmessage = (event) => receive(JSON.parse(event.data));
        link.onclose = (event) => {
            if (socket === link) socket = null;
            const had = welcomed;
            welcomed = false;
            // Of another server, or of another version of it: knocking again does not change that.
            if (event.code === 4403) {
                console.warn(`[scumble] ${event.reason}`);
                return;
            }
            if (!had) return later();
            [alone, delay] = [Date.now(), FIRST_DELAY];
            // Nobody waits for their answers any more.
            for (const runtime of runtimes) runtime.lost();
            // A browser that froze the page ends its socket: the server may be there all the time.
            knock();
        };
    }

    /** The server may come back: knock after a while, and at once when the page is looked at. */
    function later() {
        const timer = setTimeout(again, delay);
        document.addEventListener("visibilitychange", again, { once: true });
        delay = Date.now() - alone > LONG_GONE ? PATIENT_DELAY : Math.min(delay * 2, LAST_DELAY);
        function again() {
            clearTimeout(timer);
            document.removeEventListener("visibilitychange", again);
            knock();
        }
    }

    /** By a request: the browser makes sockets that fail wait for seconds once several pages have tried in vain. */
    function knock() {
        if (socket !== null) return;
        fetch("/__connection.json", { cache: "no-store" }).then(connect, later);
    }

    function receive(message) {
        if (message.type === "welcome") {
            delay = FIRST_DELAY;
            welcomed = true;
            remember("tab", message.tab);
            for (const said of unsaid.splice(0)) say(said);
            for (const runtime of runtimes) runtime.welcome();
        } else if (message.type === "build") {
            dev.strips.build(message.build);
        } else if (message.type === "reload") {
            reload();
        } else if (message.type === "subscribe") {
            dev.subscribed = message.wanted;
        } else {
            const owner = runtimes.find((runtime) => runtime.owns(message));
            if (owner !== undefined) owner.receive(message);
            else if (message.id !== undefined && message.type !== "cancel" && message.type !== "asked") refuse(message);
        }
    }

    /** Nobody on this page has it. */
    function refuse(message) {
        const missing = { call: { failed: { code: "SC0101", message: `There is no tool called ${message.tool} on this page.` } }, read: { contents: null }, prompt: { messages: null }, complete: { values: [] } };
        say({ type: "answer", id: message.id, answer: missing[message.type] });
    }

    /** What a runtime says; what began anew stands over the page as well. */
    function report(message) {
        if (message.type === "reset") dev.strips.reset(message.sentences);
        say(message);
    }

    /** Say something; what a lost socket makes pointless is not kept. */
    function say(message) {
        if (socket !== null && socket.readyState === WebSocket.OPEN && welcomed) carry(message);
        else if (message.type === "problem" || message.type === "reset") unsaid.push(message);
    }

    /** Send a message; the server ends a connection that sends a larger one than it takes, so that is said instead. */
    function carry(message) {
        const text = JSON.stringify(message);
        // No letter takes more than three bytes.
        const bytes = text.length * 3 > dev.largest ? new TextEncoder().encode(text).length : 0;
        if (bytes <= dev.largest) {
            socket.send(text);
            return;
        }
        const [is, most] = [bytes, dev.largest].map((size) => `${Math.round((size / 2 ** 20) * 10) / 10} MiB`);
        if (message.type === "answer") {
            const failed = { code: "SC0408", message: `It was carried out, and its answer is ${is}: at most ${most} are carried from a page.`, fix: "Ask for less: one key, a part of a list, a smaller frame." };
            carry({ type: "answer", id: message.id, answer: { failed } });
        } else {
            problem("error", `What the page had to tell (${message.type}) is ${is}; at most ${most} are carried from a page.`);
        }
    }

    /** What the packages on this page offer together; none until each knows. */
    function catalogue() {
        const parts = runtimes.map((runtime) => runtime.catalogue());
        if (parts.length === 0 || parts.includes(null)) return null;
        const all = { tools: [], resources: [], templates: [], prompts: [] };
        for (const part of parts) for (const kind of Object.keys(all)) all[kind].push(...(part[kind] ?? []));
        return all;
    }

    function offer() {
        const all = catalogue();
        const text = JSON.stringify(all);
        if (all !== null) dev.strips.loaded();
        // Said with the greeting already, or the last time.
        if (all === null || text === offered || !welcomed) return;
        offered = text;
        say({ type: "catalogue", catalogue: all });
    }

    // ------------------------------------------------------------ in front of the person, or not

    function place() {
        return { visible: !document.hidden, front, url: location.href, title: document.title };
    }

    function bringToFront() {
        front = Date.now();
        remember("front", String(front));
    }

    function seen() {
        if (!document.hidden) bringToFront();
        say({ type: "visible", ...place() });
    }
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("focus", seen);
    window.addEventListener("load", () => say({ type: "visible", ...place() }));
    document.addEventListener("freeze", () => say({ type: "frozen", frozen: true }));
    document.addEventListener("resume", () => say({ type: "frozen", frozen: false }));
    window.addEventListener("pageshow", (event) => {
        if (!event.persisted) return;
        leaving = "";
        if (socket === null) connect();
    });
    window.addEventListener("pagehide", () => {
        say({ type: "leaving", how: leaving || "reloaded or closed" });
        socket?.close();
    });
    globalThis.navigation?.addEventListener("navigate", (event) => {
        // A download leaves the page where it is.
        if (event.downloadRequest != null) return;
        if (event.navigationType === "reload") leaving ||= "reloaded";
        else if (!event.hashChange && !event.destination.sameDocument) leaving ||= "led to another address";
    });

    /** Load the page again; what the applications hold is there again afterwards. */
    function reload() {
        leaving = "reloaded";
        // While the socket is sure to carry it; what is said when the page goes may get lost.
        say({ type: "leaving", how: leaving });
        try {
            for (const runtime of runtimes) {
                for (const [name, state] of Object.entries(runtime.state())) remember(`state:${name}`, JSON.stringify(state));
            }
        } catch (error) {
            console.error(`[scumble] What the page held could not be kept over the reload: ${error.message}`);
        }
        location.reload();
    }

    // ------------------------------------------------------------ what goes wrong

    function problem(kind, message) {
        say({ type: "problem", kind, message: String(message).slice(0, LONGEST_MESSAGE) });
    }
    const logged = console.error;
    console.error = (...words) => {
        logged.apply(console, words);
        const text = words.map(told).join(" ");
        problem(text.startsWith("[scumble] The application panicked") ? "panic" : "error", text);
    };
    window.addEventListener("error", (event) => {
        // A trap of the application's own is told by its runtime.
        if (event.error instanceof WebAssembly.RuntimeError) return;
        uncaught(event.error === undefined ? event.message : told(event.error));
    });
    window.addEventListener("unhandledrejection", (event) => uncaught(`Unhandled: ${told(event.reason)}`));

    /** Told; and shown, where no application is there that could show anything. */
    function uncaught(text) {
        problem("error", text);
        if (catalogue() === null) dev.strips.unloaded(text);
    }

    function told(word) {
        if (word instanceof Error) return word.stack?.includes(word.message) ? word.stack : `${word.name}: ${word.message}\n${word.stack ?? ""}`;
        if (typeof word === "string") return word;
        try {
            return JSON.stringify(word) ?? String(word);
        } catch {
            return String(word);
        }
    }

    // ------------------------------------------------------------ what a reload leaves

    function remembered(name) {
        try {
            return sessionStorage.getItem(KEPT + name);
        } catch {
            return null;
        }
    }

    function remember(name, text) {
        try {
            sessionStorage.setItem(KEPT + name, text);
        } catch (error) {
            console.warn(`[scumble] The state could not be kept over the reload: ${error.message}`);
        }
    }

    function forget(name) {
        try {
            sessionStorage.removeItem(KEPT + name);
        } catch {
            // Nothing was kept then.
        }
    }

    connect();
})();
