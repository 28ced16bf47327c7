/** Tests of starting the application: after the first paint, and what happens if its file is missing. */
import { beforeEach, expect, it, vi } from 'vitest'
import { afterFirstPaint, loadApplication } from './load-application.ts'

let frames: (() => void)[] = []
let paints: (() => void)[] = []
const run = (callbacks: (() => void)[]) => {
  for (const callback of callbacks.splice(0)) callback()
}

beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  paints = []
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback))
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: (list: unknown, observer: { disconnect(): void }) => void) {
        paints.push(() => callback({}, { disconnect: () => undefined }))
      }
      observe() {}
    },
  )
  return () => {
    // In this order: otherwise the fake timers' stopped `performance` would be restored.
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

it('runs once, after the paint that the browser reports', () => {
  const act = vi.fn()
  afterFirstPaint(act)
  run(frames)
  run(frames)
  expect(act).not.toHaveBeenCalled()
  run(paints)
  vi.runAllTimers()
  expect(act).toHaveBeenCalledOnce()
})

it('runs after the second frame in a browser that reports no paint', () => {
  vi.stubGlobal('PerformanceObserver', undefined)
  const act = vi.fn()
  afterFirstPaint(act)
  run(frames)
  vi.runAllTimers()
  expect(act).not.toHaveBeenCalled()
  run(frames)
  vi.runAllTimers()
  expect(act).toHaveBeenCalledOnce()
})

/** Loads an application whose entry file is missing, or whose page cannot start. */
async function loadMissing({ isLink = false, type = 'navigate', hasEntry = false } = {}) {
  const reload = vi.fn()
  const preloaded: string[] = []
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: ({ href }: { href: string }) => preloaded.push(href) },
  })
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] })
  vi.stubGlobal('location', { reload })
  const files = { entry: '/entry.js', files: ['/entry.js', '/page.js'] }
  const asked: string[] = []
  loadApplication(files, { followLink: () => isLink }, async file => {
    asked.push(file)
    const started = Promise.reject(new Error('gone'))
    return hasEntry ? { started } : started
  })
  await vi.runAllTimersAsync()
  return { reloads: reload.mock.calls.length, preloaded, asked }
}

it('[SHELL-02] reloads once if the entry file or the page’s file is missing, and follows a held link instead', async () => {
  const preloaded = ['/entry.js', '/page.js']
  expect(await loadMissing()).toEqual({ reloads: 1, preloaded, asked: ['/entry.js'] })
  expect(await loadMissing({ type: 'reload' })).toMatchObject({ reloads: 0 })
  expect(await loadMissing({ isLink: true })).toMatchObject({ reloads: 0 })
  expect(await loadMissing({ hasEntry: true })).toMatchObject({ reloads: 1 })
  expect(await loadMissing({ hasEntry: true, isLink: true })).toMatchObject({ reloads: 0 })
})
