/**
 * The captcha adapter that needs no third party: the browser solves a signed proof-of-work puzzle (ALTCHA). It
 * does not identify bots; it makes thousands of requests expensive. The server's database ensures that a
 * token counts only once.
 */
import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Captcha, CaptchaPurpose, CaptchaVerdict } from './port.ts'

export interface ProofOfWorkOptions {
  /** The same on every node. */
  readonly key: string
  readonly now: () => Date
  /** Attempts per puzzle on average; each puzzle takes a random third more or fewer. */
  readonly attempts: number
  /** PBKDF2 rounds per attempt. */
  readonly cost?: number
}

const algorithm = 'PBKDF2/SHA-256'
const validMs = 5 * 60_000

/** A solved puzzle in the ALTCHA widget's format; the browser sends it as Base64. */
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
    const { data, expiresAt } = challenge.parameters
    // The library checks the expiry by the system clock; `options.now` may be a test's clock.
    if (expiresAt * 1000 <= options.now().getTime()) return 'invalid'
    if (data.use !== wanted.use || data.hostname !== wanted.hostname) return 'invalid'
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
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
        expiresAt: new Date(options.now().getTime() + validMs),
        data: { use: purpose.use, hostname: purpose.hostname },
        ...secrets,
      })
      return { ...made }
    },
    verify: ({ token, hostname }) => verdict(token, { use: 'invisible', hostname }),
    verifyVisible: ({ token, hostname }) => verdict(token, { use: 'visible', hostname }),
    // The signature identifies the puzzle: the same token has many valid Base64 encodings.
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
