/** What of a screen may come after its first picture: drawn in the next one, or fetched in a file of its own. */
import { type ComponentType, type ReactNode, Suspense, use, useDeferredValue, useEffect } from 'react'

/**
 * Draws its children right after the first picture: what lies below the first window must not hold up what one came
 * for. What follows it on the screen has to be inside too, or it would be seen to move.
 */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? <Suspense fallback={null}>{children}</Suspense> : null
}

/**
 * Resolves when the next picture is on the screen: what a press changed is seen before what it sets going begins. A page
 * that nobody sees draws none, and is waited for a tenth of a second.
 */
export const nextPaint = (): Promise<void> =>
  new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })

/** Runs when the browser has nothing else to do. */
export function runWhenIdle(act: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(act)
  else setTimeout(act, 200)
}

/**
 * Fetched once; asked for once more where it failed, and then given up: React asks as soon as a failure is there, and a
 * file that went with its release would be asked for without end. What has come says so of itself: React then draws it at
 * once, without a picture of waiting in between.
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
  // A failure shows when the popup is really wanted.
  useEffect(() => runWhenIdle(() => file().catch(() => {})), [file])
  return props.open ? (
    <Suspense fallback={null}>
      <FromFile file={file} props={props} />
    </Suspense>
  ) : null
}

/** A part of a screen from a file of its own; stands inside a <Later>. */
export function lazyPart<P extends object>(fetchFile: () => Promise<ComponentType<P>>): ComponentType<P> {
  const file = cachedImport(fetchFile)
  return props => <FromFile file={file} props={props} />
}

/** A file that is needed in any case, and asked for as soon as the screen's own has come. */
export function prefetchModule<T>(fetchFile: () => Promise<T>): () => Promise<T> {
  const file = cachedImport(fetchFile)
  // A failure shows when it is needed.
  file().catch(() => {})
  return file
}

/** What is done by a function of such a file; `failed` is what comes of it where the file does not come. */
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

/** A part of a screen from such a file. */
export function prefetchedPart<P extends object>(
  fetchFile: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const file = prefetchModule(fetchFile)
  return props => <FromFile file={file} props={props} />
}

/** A popup from a file of its own, which is fetched while the screen that may open it is being read. */
export function lazyDialog<P extends { readonly open: boolean }>(
  fetchFile: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const file = cachedImport(fetchFile)
  return props => <PopupFromFile file={file} props={props} />
}
