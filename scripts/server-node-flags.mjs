/** The flags and environment of a server's Node process, used by `npm start`, tests and benchmarks. */

/**
 * Memory limits, of the thread of the PDFs as well: V8 prefers them to a worker's own limits. A purchase takes 12 ms of
 * garbage collection with semi-spaces of 4 MB, 5 ms with 8 and 4 ms with 16; a node then needs 231, 240 and 280 MB.
 * Without limits it needs 320.
 */
export const serverNodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--max-old-space-size=192',
]

/** Makes glibc return freed memory instead of keeping an arena per thread. */
export const serverMemoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
