/** Fetches a file of the application when it is needed or before. Used for pages, dialogs and the captcha. */

/** A file could not be fetched: the network is down, or the file belongs to a replaced release. */
export class FileLoadError extends Error {}

export interface LazyFile<T> {
  /** Null until the file is loaded. */
  loaded(): T | null
  /** Fetches the file unless it is loaded, again if the first request of this page load failed. Throws `FileLoadError`. */
  load(): Promise<T>
  /** Fetches the file before it is needed, with one request. A failure shows only when the file is needed. */
  prefetch(): void
}

export function lazyFile<T>(fetchFile: () => Promise<T>): LazyFile<T> {
  let file: T | null = null
  let request: Promise<T> | null = null
  let failures = 0
  const fetchOnce = () => {
    request ??= fetchFile().then(
      fetched => {
        file = fetched
        return fetched
      },
      cause => {
        request = null
        failures += 1
        throw new FileLoadError(String(cause), { cause })
      },
    )
    return request
  }
  return {
    loaded: () => file,
    load: () => fetchOnce().catch(error => (failures < 2 ? fetchOnce() : Promise.reject(error))),
    prefetch: () => void fetchOnce().catch(() => {}),
  }
}
