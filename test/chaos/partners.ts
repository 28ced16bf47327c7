/** The partners of a chaos run: the sandbox and a mail server in the harness's process, with injected faults. */
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import type { Fault } from '#sandbox/faults.ts'
import { startSandbox } from '#sandbox/server.ts'
import { openSmtpServer } from '#test/open-smtp-server.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The calls with faults: those that concern money. */
const faulty =
  /^(?:POST \/api\/v1\/|GET \/api\/v1\/|POST \/api\/insurer\/quote\/bind|GET \/api\/insurer\/policy)/

/** Longer than our timeout: the work is done after the caller gave up. */
const tooLateMs = 10_500

const kinds: readonly Fault[] = [
  { when: 'before', how: 'status-500' },
  { when: 'after', how: 'status-500' },
  { when: 'before', how: 'reset' },
  { when: 'after', how: 'reset' },
  { when: 'before', how: 'delay', delayMs: tooLateMs },
  { when: 'before', how: 'twice' },
]

export type ChaosPartners = Awaited<ReturnType<typeof openPartners>>

/** The share of the calls about money that fail. */
const faultRate = 0.3

export async function openPartners(folder: string, random: SeededRandom) {
  let rate = faultRate
  let faults = 0
  /** How often each message id was accepted. */
  const mails = new Map<string, number>()
  const isFault = () => {
    const fault = random.chance(rate)
    if (fault) faults += 1
    return fault
  }

  const sandbox = await startSandbox({
    dataDir: folder,
    idempotency: 'keys',
    slowPlateMs: 100,
    faults: call => (faulty.test(call) && isFault() ? random.pick(kinds) : null),
  })

  const smtp = await openSmtpServer(async ({ raw }) => {
    const fault = isFault() ? random.pick(['before', 'after'] as const) : null
    const id = /^Message-ID:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? ''
    if (fault !== 'before') mails.set(id, (mails.get(id) ?? 0) + 1)
    return fault ? Object.assign(new Error('later'), { responseCode: 451 }) : null
  })

  const { origin } = sandbox
  return {
    sandbox,
    mails,
    environment: {
      INSURER: 'http',
      INSURER_URL: `${origin}/api/insurer`,
      INSURER_KEY: sandboxKeys.insurer.key,
      INSURER_IDEMPOTENCY: 'keys',
      PAYMENT: 'windcave',
      PAYMENT_URL: `${origin}/api/v1`,
      PAYMENT_USERNAME: sandboxKeys.card.username,
      PAYMENT_API_KEY: sandboxKeys.card.apiKey,
      PAYMENT_PAGE_ORIGIN: origin,
      VEHICLE: 'carjam',
      VEHICLE_URL: origin,
      VEHICLE_KEY: sandboxKeys.vehicle.key,
      ADDRESS: 'addressfinder',
      ADDRESS_URL: origin,
      ADDRESS_KEY: sandboxKeys.address.key,
      ADDRESS_SECRET: sandboxKeys.address.secret,
      SMTP_URL: smtp.url,
    },
    /** Ends all faults. */
    calm() {
      rate = 0
    },
    faults: () => faults,
    async close() {
      await sandbox.close()
      await smtp.close()
    },
  }
}
