/**
 * Lazy loading for components: rendering after the first paint, dynamic imports with one retry, prefetching,
 * and lazy dialogs.
 */
import { type ComponentType, type ReactNode, Suspense, use, useDeferredValue, useEffect } from 'react'

/**
 * Renders its children after the first paint, so that content below the viewport does not delay the content
 * above. Everything after them on the screen must be inside too, or it would shift.
 */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? <Suspense fallback={null}>{children}</Suspense> : null
}

/**
 * Resolves after the next paint: the customer sees a click's effect before its work begins. A hidden page
 * does not paint, so the wait ends after 100 ms.
 */
export const nextPaint = (): Promise<void> =>
  new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })

/** Runs when the browser is idle. */
export function runWhenIdle(act: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(act)
  else setTimeout(act, 200)
}

/**
 * Caches a dynamic import. A failed import is retried once, then gives up: React retries at once on failure,
 * and a file removed with its release would be requested without end. A loaded file marks its promise as
 * fulfilled, so that React renders without a fallback.
 */
export function cachedImport<T>(fetchFile: () => Promise<T>): () => Promise<T> {
  let file: Promise<T> | null = null
  let failures = 0
  return () => {
    if (file) return file
    const asked = fetchFile()
    file = asked
    asked.then(
      value => Object.assign(asked, { status: 'fulfilled', value }),
      () => {
        failures += 1
        if (failures < 2) file = null
      },
    )
    return asked
  }
}

interface FromFileProps<P> {
  readonly file: () => Promise<ComponentType<P>>
  readonly props: P
}

function FromFile<P extends object>({ file, props }: FromFileProps<P>) {
  const Part = use(file())
  return <Part {...props} />
}

function PopupFromFile<P extends { readonly open: boolean }>({ file, props }: FromFileProps<P>) {
  // An error is reported only when the dialog opens.
  useEffect(() => runWhenIdle(() => file().catch(() => {})), [file])
  return props.open ? (
    <Suspense fallback={null}>
      <FromFile file={file} props={props} />
    </Suspense>
  ) : null
}

/** A component from its own file; rendered inside <AfterFirstPaint>. */
export function lazyPart<P extends object>(fetchFile: () => Promise<ComponentType<P>>): ComponentType<P> {
  const file = cachedImport(fetchFile)
  return props => <FromFile file={file} props={props} />
}

/** Starts fetching a file that is certainly needed as soon as the screen's own file is loaded. */
export function prefetchModule<T>(fetchFile: () => Promise<T>): () => Promise<T> {
  const file = cachedImport(fetchFile)
  // An error is reported only when the file is used.
  file().catch(() => {})
  return file
}

/** A function from a prefetched file; `failed` gives the result when the file cannot be loaded. */
export function lazyFunction<File, Given extends readonly unknown[], Result>(
  fetchFile: () => Promise<File>,
  actOf: (file: File) => (...given: Given) => Promise<Result>,
  failed: NoInfer<Result>,
): (...given: Given) => Promise<Result> {
  const file = prefetchModule(fetchFile)
  return (...given) =>
    file().then(
      come => actOf(come)(...given),
      () => failed,
    )
}

/** A component from a prefetched file. */
export function prefetchedPart<P extends object>(
  fetchFile: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const file = prefetchModule(fetchFile)
  return props => <FromFile file={file} props={props} />
}

/** A dialog from its own file, fetched while the customer reads the screen that may open it. */
export function lazyDialog<P extends { readonly open: boolean }>(
  fetchFile: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const file = cachedImport(fetchFile)
  return props => <PopupFromFile file={file} props={props} />
}
