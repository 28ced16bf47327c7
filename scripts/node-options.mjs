/**
 * Command line and environment of a server node, as used by `npm start`, tests and benchmarks.
 * deploy/Dockerfile repeats it for the image, and a test compares the two.
 */

/** Measured: with V8's usual generations a node under load takes 370 to 410 MB, with these some 230, at 7 % more CPU an amend. */
export const serverNodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--max-old-space-size=192',
]

/** glibc gives memory back when it is let go, rather than keeping an arena for each thread. Others do not read these. */
export const serverMemoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
