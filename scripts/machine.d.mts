/** The types of machine.mjs, for TypeScript files. */
export declare const findProgram: (name: string, path?: string) => string | undefined
export declare const findChromium: (env?: Record<string, string | undefined>) => string | undefined
export declare const findWholeChromium: (env?: Record<string, string | undefined>) => string | undefined
export declare const findMiniBrowser: () => string | undefined
export declare const memoryFolder: (path?: string) => string | undefined
export declare const chromiumFlags: string[]
export declare const ensureEngines: () => void
export interface NeededProgram {
  readonly package: string
  present(): string | undefined
  /** The advice for a manual installation. */
  readonly otherwise: string
}
export declare const ensurePrograms: (needs?: readonly NeededProgram[]) => void
