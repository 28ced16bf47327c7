/** The types of node-options.mjs, for tests and benches. */
export declare const serverNodeFlags: readonly string[]
export declare const serverMemoryEnvironment: Readonly<Record<string, string>>
