/** Runs a function that the browser may refuse: storage throws if it is forbidden or full. Returns null after an error. */
export function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
