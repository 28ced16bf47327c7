/** The types of node-options.mjs, for tests and benchmarks. */
export declare const serverNodeFlags: readonly string[]
export declare const serverMemoryEnvironment: Readonly<Record<string, string>>
