/** The types of doiuse that the browser check uses; the package has none. */
declare module 'doiuse' {
  import type { Plugin } from 'postcss'

  export interface FeatureUse {
    readonly feature: string
    readonly featureData: { readonly missing?: string }
    readonly usage: { readonly source?: { readonly start?: { readonly line: number } } }
  }

  // biome-ignore lint/style/noDefaultExport: the package exports it so.
  export default class DoIUse implements Plugin {
    readonly postcssPlugin: string
    constructor(options: {
      readonly browsers: readonly string[]
      readonly ignore: readonly string[]
      onFeatureUsage(use: FeatureUse): void
    })
  }
}
