// The loader of split chunks, made to outlive an instance. A panic ends the instance and starts
// another with a table and memory of its own; a chunk has to be linked against the one that asks,
// and an answer owed to the old one must not reach the new one's table.
let generation = 0;
export function __scumble_next_generation() {
    generation += 1;
    sharedImports = undefined;
}
// Compiled once, linked once a generation. The integrity ties a chunk to the main module it was
// split from: another build's chunk would corrupt memory, so the browser refuses it.
const compiledChunks = new Map();
function fetchChunk(url, integrity) {
    let chunk = compiledChunks.get(url.href);
    if (chunk === undefined) {
        chunk = compileChunk(url, integrity);
        compiledChunks.set(url.href, chunk);
        chunk.catch(() => compiledChunks.delete(url.href));
    }
    return chunk;
}
async function compileChunk(url, integrity) {
    const response = await fetch(url, { integrity }).catch((cause) => {
        throw new Error(`${url.href} could not be fetched, or is of another build than this page. Reload the page.`, { cause });
    });
    if (!response.ok) {
        throw new Error(`${url.href} answered ${response.status}. Publish the package's .wasm files beside its scripts.`);
    }
    const type = response.headers.get("Content-Type") ?? "";
    return type.startsWith("application/wasm")
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}
async function instantiateChunk(chunk, imports) {
    return WebAssembly.instantiate(await chunk, imports);
}
function wrapAsyncCb(callee) {
    return async (callbackIndex, callbackData) => {
        const asked = generation;
        let success;
        try {
            await callee();
            success = true;
        } catch (e) {
            if (asked === generation) console.error(e);
            success = false;
        } finally {
            if (asked === generation) {
                const sharedImports = getSharedImports();
                sharedImports.__wasm_split.__indirect_function_table.get(callbackIndex)(callbackData, success);
            }
        }
    }
}
function makeLoad(fetcher, deps) {
    const loader = async () => {
        // Before anything is awaited: a chunk that arrives late then touches the ended instance alone.
        const imports = getSharedImports();
        const parallelStuff = deps.map(d => d());
        const instantiate = fetcher();
        await Promise.all(parallelStuff);
        return instantiate(imports);
    };
    let loadingModule = undefined;
    let loadedIn = -1;
    return () => {
        if (loadingModule === undefined || loadedIn !== generation) {
            const thisLoad = loader();
            // Only successes are kept: the next call after a failure tries again.
            thisLoad.catch(() => {
                if (loadingModule === thisLoad) loadingModule = undefined;
            });
            loadingModule = thisLoad;
            loadedIn = generation;
        }
        return loadingModule;
    }
}
