/** Starts the tag manager of a brand that names a container. Its rules are a file of their own: most brands have none. */

let reload = (): boolean => false

/** Reloads the page if the tag manager needs another document for this address; true if the page reloads. */
export const reloadForTagManager = (): boolean => reload()

/** Call it when the browser is idle after the first paint, at every new address. Without its file nothing is measured. */
export function startTagManager(container: string | null): void {
  if (container === null) return
  import('./tag-manager-container.ts')
    .then(rules => {
      reload = rules.reloadForTagManager
      rules.loadTagManager(container)
    })
    .catch(() => {})
}
