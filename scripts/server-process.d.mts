/** The types of server-process.mjs, for tests and benches. */
export declare const nodeFlags: readonly string[]
export declare const memoryEnvironment: Readonly<Record<string, string>>
