// The page's end of the reload socket. Runs before anything of the application, touches nothing of
// it, and shows a strip over the page while the newest build is a failed one.
(() => {
    const state = window.__scumble_dev;
    let strip;
    let delay = 250;

    function connect() {
        const url = new URL("/__scumble/socket", location.href);
        url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
        if (state.build !== null) url.searchParams.set("build", state.build);
        const socket = new WebSocket(url);
        socket.onopen = () => {
            delay = 250;
        };
        socket.onmessage = (event) => {
            const message = JSON.parse(event.data);
            if (message.type === "build") showBuild(message.build);
            if (message.type === "reload") location.reload();
        };
        // The server may come back; a page left open asks ever more seldom, and at once when looked at.
        socket.onclose = () => {
            const timer = setTimeout(again, delay);
            document.addEventListener("visibilitychange", again, { once: true });
            delay = Math.min(delay * 2, 10000);
            function again() {
                clearTimeout(timer);
                document.removeEventListener("visibilitychange", again);
                connect();
            }
        };
    }

    function showBuild(build) {
        strip?.remove();
        strip = undefined;
        if (build.summary.failed === 0) return;
        const failing = build.objects.filter((object) => object.status === "error");
        const lines = failing.flatMap((object) =>
            object.diagnostics
                .filter((diagnostic) => diagnostic.level === "error")
                .map((diagnostic) => {
                    const place = object.type === "Module" && diagnostic.line ? `${object.name}:${diagnostic.line}` : object.name;
                    return `${place}  ${diagnostic.msg}`;
                }),
        );
        const shown = lines.slice(0, 4);
        if (lines.length > shown.length) shown.push(`and ${lines.length - shown.length} more`);
        strip = document.createElement("scumble-build-failed");
        strip.setAttribute("role", "status");
        const root = strip.attachShadow({ mode: "open" });
        const style = document.createElement("style");
        style.textContent = `
            :host { position: fixed; inset: auto 0 0 0; z-index: 2147483647; pointer-events: none; }
            div { background: #7f1d1d; color: #fff; font: 13px/1.5 ui-monospace, monospace; padding: 10px 16px;
                  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 40vh; overflow: hidden; }
            b { font-weight: 600; }`;
        const text = document.createElement("div");
        const title = document.createElement("b");
        title.textContent = state.build === null ? "The build failed.\n" : "The build failed; this is the last good page.\n";
        text.append(title, shown.join("\n"));
        root.append(style, text);
        (document.body ?? document.documentElement).append(strip);
    }

    connect();
})();
