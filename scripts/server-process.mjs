/**
 * How a node of the product is run: by `npm start`, by tests and benches, and in the image (deploy/Dockerfile says the
 * same once more, and a test holds it to this).
 */

/** Measured: with V8's usual generations a node under load takes 370 to 410 MB, with these some 230, at 7 % more CPU an amend. */
export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--max-old-space-size=192',
]

/** glibc gives memory back when it is let go, rather than keeping an arena for each thread. Others do not read these. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
