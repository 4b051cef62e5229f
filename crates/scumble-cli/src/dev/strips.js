// What the development server shows over a page: why the newest build failed, what kept the page from loading, and what
// began anew with it. Takes no presses but on its own button, and knows nothing of the socket.
(() => {
    const dev = window.__scumble_dev;
    const MOST_LINES = 4;
    let failed;
    let anew;
    let unloaded;

    dev.strips = {
        /** The newest build: a strip while it is a failed one, with what stands in it by file and line. */
        build(build) {
            failed?.remove();
            failed = undefined;
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
            const title = dev.build === null ? "The build failed." : "The build failed; this is the last good page.";
            failed = strip("scumble-build-failed", "#7f1d1d", title, lines);
        },
        /** An error while no application is there: without it the person sees an empty page. */
        unloaded(text) {
            unloaded ??= strip("scumble-not-loaded", "#7f1d1d", "An error came up while this page was loading:", text.split("\n"));
        },
        /** The application is there. */
        loaded() {
            unloaded?.remove();
            unloaded = undefined;
        },
        /** What of the state before the reload did not fit the new code any more. */
        reset(sentences) {
            const lines = [...(anew?.lines ?? []), ...sentences];
            anew?.remove();
            anew = strip("scumble-began-anew", "#78350f", "Loaded with new code; this began anew:", lines);
            anew.lines = lines;
            const close = document.createElement("button");
            close.type = "button";
            close.textContent = "Dismiss";
            close.addEventListener("click", () => {
                anew?.remove();
                anew = undefined;
            });
            anew.shadowRoot.querySelector("div").append(close);
        },
    };

    function strip(name, colour, title, lines) {
        const shown = lines.slice(0, MOST_LINES);
        if (lines.length > shown.length) shown.push(`and ${lines.length - shown.length} more`);
        const element = document.createElement(name);
        element.setAttribute("role", "status");
        const root = element.attachShadow({ mode: "open" });
        const style = document.createElement("style");
        style.textContent = `
            :host { position: fixed; inset: auto 0 0 0; z-index: 2147483647; pointer-events: none; }
            div { background: ${colour}; color: #fff; font: 13px/1.5 ui-monospace, monospace; padding: 10px 16px;
                  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 40vh; overflow: hidden; }
            b { font-weight: 600; }
            button { pointer-events: auto; font: inherit; color: inherit; background: none; cursor: pointer;
                     border: 1px solid currentColor; border-radius: 4px; padding: 0 8px; margin-left: 12px; }`;
        const text = document.createElement("div");
        const heading = document.createElement("b");
        heading.textContent = `${title}\n`;
        text.append(heading, shown.join("\n"));
        root.append(style, text);
        (document.body ?? document.documentElement).append(element);
        return element;
    }
})();
