// {{name}} {{version}}, the package's entry. Made by `scumble build`; changes are lost at the next.
//
//     import init, { createApp } from "./{{file}}.js";
//     await init();
//     createApp().mount("#app");
import * as glue from "./{{file}}_glue.js";
{{import_split}}
{{reexports}}
let started;

/**
 * Fetch, compile and start the module. Safe to call from several places: the work is done once, and
 * once more after a failure.
 */
export default function init(input) {
    started ??= start(input).catch((error) => {
        started = undefined;
        throw error;
    });
    return started;
}

async function start(input) {
    const module = await compile(input ?? new URL("./{{file}}_bg.wasm", import.meta.url));
    const exports = await glue.default({ module_or_path: module });
    glue.__scumble_attach?.({
        glue,
        module,
        // Another object after every reset, so it is asked for each time.
        get exports() {
            return glue.initSync();
        },
        workerUrl: {{worker_url}},
        dev: {{dev}},
        build: "{{build}}",
        reset,
    });
    return exports;
}

/** End the instance and start another of the same module. Chunks are linked anew when next asked for. */
function reset() {
    {{next_generation}}
    glue.__wbg_reset_state();
}

async function compile(input) {
    let source = await input;
    if (typeof source === "object" && source !== null && "module_or_path" in source) {
        source = await source.module_or_path;
    }
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
    const response = source instanceof Response ? source : await fetch(source);
    if (!response.ok) {
        throw new Error(
            `${response.url} answered ${response.status}, so {{name}} cannot start. Publish the package's .wasm files beside its scripts.`,
        );
    }
    const type = response.headers.get("Content-Type") ?? "";
    return type.startsWith("application/wasm")
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}
