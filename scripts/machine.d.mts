/** The types of machine.mjs, for the tool configurations that ask it for the browser. */
export declare const findProgram: (name: string, path?: string) => string | undefined
export declare const findChromium: (env?: Record<string, string | undefined>) => string | undefined
export declare const ensurePrograms: () => void
