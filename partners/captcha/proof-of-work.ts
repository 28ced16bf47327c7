/**
 * The proof-of-work captcha (ALTCHA), which needs no third party: the browser solves a puzzle that we
 * signed. It does not identify bots; it makes thousands of requests expensive. A table of the server
 * ensures that a token counts only once.
 */
import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Captcha, CaptchaPurpose, CaptchaVerdict } from './port.ts'

export interface ProofOfWorkOptions {
  /** Every node of one service has the same. */
  readonly key: string
  readonly now: () => Date
  /** How many attempts a browser needs for a puzzle on average; a third more or fewer by lot. */
  readonly attempts: number
  /** Rounds of one attempt. */
  readonly cost?: number
}

const algorithm = 'PBKDF2/SHA-256'
const keptMs = 5 * 60_000

/** A solved puzzle as the browser sends it: Base64 of this JSON, exactly what the ALTCHA widget makes. */
const payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(algorithm),
      nonce: z.string().max(64),
      salt: z.string().max(64),
      cost: z.number().int().min(1).max(100_000),
      keyLength: z.number().int().min(1).max(64),
      keyPrefix: z.string().max(128),
      keySignature: z.string().max(128),
      expiresAt: z.number(),
      data: z.strictObject({ use: z.string().max(20), hostname: z.string().max(255) }),
    }),
    signature: z.string().max(128),
  }),
  solution: z.object({
    counter: z.number().int().min(0),
    derivedKey: z.string().max(128),
    time: z.number().optional(),
  }),
})

export function proofOfWork(options: ProofOfWorkOptions): Captcha {
  const keyFor = (use: string) => createHmac('sha256', options.key).update(use).digest('hex')
  const secrets = { hmacSignatureSecret: keyFor('challenge'), hmacKeySignatureSecret: keyFor('solution') }
  const [fewest, most] = [Math.ceil(options.attempts * (2 / 3)), Math.ceil(options.attempts * (4 / 3))]

  async function verdict(token: string, wanted: CaptchaPurpose): Promise<CaptchaVerdict> {
    const read = payload.safeParse(decoded(token))
    if (!read.success) return 'invalid'
    const { challenge, solution } = read.data
    const { data, expiresAt, ...rest } = challenge.parameters
    // The library asks the machine's clock; ours may be a test's, so the end is checked here and once more there.
    if (expiresAt * 1000 <= options.now().getTime()) return 'invalid'
    if (data.use !== wanted.use || data.hostname !== wanted.hostname) return 'invalid'
    const { verified } = await verifySolution({
      challenge: {
        parameters: { ...rest, expiresAt, data },
        signature: challenge.signature,
      },
      solution: { counter: solution.counter, derivedKey: solution.derivedKey },
      deriveKey,
      ...secrets,
    })
    return verified ? 'human' : 'invalid'
  }

  return {
    kind: 'proof-of-work',
    async challenge(purpose) {
      const made = await createChallenge({
        algorithm,
        cost: options.cost ?? 2_000,
        counter: randomInt(most, fewest),
        deriveKey,
        expiresAt: new Date(options.now().getTime() + keptMs),
        data: { use: purpose.use, hostname: purpose.hostname },
        ...secrets,
      })
      return { ...made }
    },
    verify: ({ token, hostname }) => verdict(token, { use: 'invisible', hostname }),
    verifyVisible: ({ token, hostname }) => verdict(token, { use: 'visible', hostname }),
    // The signature is the puzzle's own; the Base64 around it, and the time it took, can be written in many ways.
    identityOf(token) {
      const read = payload.safeParse(decoded(token))
      return read.success ? read.data.challenge.signature : token
    },
  }
}

function decoded(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
