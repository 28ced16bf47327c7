/** The types of setup.mjs, for the convention tests. */
export declare class SetupProblem extends Error {}
export declare const root: string
export declare const dependenciesAreInstalled: (folder: string) => boolean
export declare const databaseIsInstalled: (
  folder: string,
  machine?: Pick<NodeJS.Process, 'arch' | 'env'> & { readonly platform: string },
) => boolean
export declare const ensureDependencies: (folder?: string) => void
export declare const node24: (folder?: string, running?: string, itself?: string) => string
export declare const ensureBuild: (folder?: string) => Promise<void>
export declare const orExplain: <Result>(work: () => Promise<Result>) => Promise<Result>
