
/** Where the module comes from, if not from beside this script. */
export type InitInput =
    | string
    | URL
    | Request
    | Response
    | BufferSource
    | WebAssembly.Module
    | Promise<Response>
    | { module_or_path: InitInput };

/**
 * Fetch, compile and start the module; to be awaited before anything else of the package is used.
 * Safe to call from several places: the work is done once, and once more after a failure.
 *
 * @param input Where the module comes from; beside this script by default.
 * @returns The module's raw exports.
 */
export default function init(input?: InitInput | Promise<InitInput>): Promise<WebAssembly.Exports>;
