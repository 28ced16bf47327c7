/** The ALTCHA proof-of-work captcha: a worker solves a puzzle of the server in advance, one for each call. */
import workerUrl from 'altcha/workers/pbkdf2?url'
import { withTimeout } from '#web/lib/delay.ts'
import { trustedScriptUrl } from '#web/lib/trusted-types.ts'
import { type Captcha, captchaWaitMs } from './captcha-context.ts'

interface Challenge {
  readonly parameters: { readonly expiresAt?: number }
  readonly signature: string
}

interface Solution {
  readonly counter: number
  readonly derivedKey: string
}

interface Ready {
  readonly token: string
  /** Milliseconds; past it the server would refuse the token. */
  readonly until: number
}

/** The longest time that a solution is cached, even when the challenge has no expiry. */
const cachedMs = 90_000
/** A margin before the challenge's expiry, so that the call arrives in time. */
const marginMs = 5_000
const solveMs = 30_000

/** A puzzle solved ahead of need fits any call; the visible check has puzzles of its own. */
type PuzzleUse = 'invisible' | 'visible'

export interface ProofOfWorkDependencies {
  /** The server's puzzle, or null when it could not be fetched. */
  challenge(use: PuzzleUse): Promise<unknown>
  solve(challenge: Challenge): Promise<Solution>
}

const isChallenge = (value: unknown): value is Challenge =>
  typeof value === 'object' && value !== null && 'parameters' in value && 'signature' in value

export const fetchChallenge = async (use: PuzzleUse): Promise<unknown> => {
  const response = await fetch(`/edge/captcha/challenge?use=${use}`, { cache: 'no-store' })
  return response.status === 200 ? response.json() : null
}

/** Solves a PBKDF2 puzzle, the kind our server sends, in a worker that is terminated afterwards. */
const solveInWorker = (challenge: Challenge): Promise<Solution> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(trustedScriptUrl(workerUrl))
    const finish = (act: () => void) => {
      worker.terminate()
      act()
    }
    worker.onmessage = ({ data }: MessageEvent<Solution | { error: unknown } | null>) =>
      finish(() =>
        data && 'counter' in data ? resolve(data) : reject(new Error('The puzzle was not solved')),
      )
    worker.onerror = () => finish(() => reject(new Error('The solver did not start')))
    worker.postMessage({ type: 'work', challenge, counterStart: 0, counterStep: 1, timeout: solveMs })
  })

export function createProofOfWork(
  dependencies: ProofOfWorkDependencies = { challenge: fetchChallenge, solve: solveInWorker },
): Captcha {
  let ready: Promise<Ready | null> | null = null

  const solved = async (use: PuzzleUse): Promise<Ready | null> => {
    const challenge = await dependencies.challenge(use)
    if (!isChallenge(challenge)) return null
    const solution = await dependencies.solve(challenge)
    const ends = (challenge.parameters.expiresAt ?? Number.POSITIVE_INFINITY) * 1000 - marginMs
    // What ALTCHA's own widget submits.
    const token = btoa(JSON.stringify({ challenge, solution }))
    return { token, until: Math.min(ends, Date.now() + cachedMs) }
  }
  const start = (): Promise<Ready | null> => {
    ready ??= solved('invisible').catch(() => null)
    return ready
  }
  const take = async (): Promise<string | null> => {
    // Take the solution before awaiting it: two concurrent calls must not share a token.
    const mine = start()
    ready = null
    const got = await mine
    const fresh = got && got.until > Date.now() ? got : await solved('invisible')
    void start()
    return fresh?.token ?? null
  }
  return {
    hasWidget: false,
    prepare: () => void start(),
    token: () => withTimeout(take(), captchaWaitMs),
    visibleToken: async () => (await withTimeout(solved('visible'), solveMs))?.token ?? null,
  }
}
