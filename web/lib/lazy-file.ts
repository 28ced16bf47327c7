/** Fetches a file of the application when it is needed or before. Used for pages, dialogs and the captcha. */
import { useEffect, useEffectEvent, useState } from 'react'

/** A file could not be fetched: the network is down, or the file belongs to a replaced release. */
export class FileLoadError extends Error {}

type LazyFile<T> = ReturnType<typeof lazyFile<T>>

export function lazyFile<T>(fetchFile: () => Promise<T>) {
  let file: T | null = null
  let request: Promise<T> | null = null
  let failures = 0
  /** Fetches the file unless it is loaded; concurrent calls share one request. Throws `FileLoadError`. */
  const load = (): Promise<T> => {
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
    /** Null until the file is loaded. */
    loaded: () => file,
    load,
    /** The same, with a second request if the first one of this page load failed. */
    loadWithRetry: () => load().catch(error => (failures < 2 ? load() : Promise.reject(error))),
    /** Fetches the file before it is needed. A failure shows only when it is needed. */
    prefetch: () => void load().catch(() => {}),
  }
}

/** The file of a dialog; null until it was needed and is loaded. */
export function useLazyFile<T extends object>(file: LazyFile<T>, isNeeded: boolean, onError?: () => void) {
  const [loaded, setLoaded] = useState(file.loaded)
  // Not if the dialog was closed while its file was on its way.
  const fail = useEffectEvent(() => {
    if (isNeeded) onError?.()
  })
  useEffect(() => {
    if (isNeeded) file.loadWithRetry().then(setLoaded, () => fail())
  }, [file, isNeeded])
  return loaded
}
