/** The operators' command `rotate-keys`, after which an older key of PII_KEYS may be removed. */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { encryptedPayloadOf, type QueueCommands, type UnfinishedJob } from '#server/jobs/manage-jobs.ts'
import { decrypt, encrypt, type Keys } from '#server/lib/crypto.ts'
import { quoteMailAad } from '#server/mail/quote-mail.ts'
import { bindRequestAad } from '#server/purchase/bind-request.ts'
import type { OpsCommand } from './command-types.ts'

/** Null if the key is missing; such a text is reported and does not stop the others. */
function encryptedAgain(keys: Keys, aad: string, encrypted: string): string | null {
  try {
    return encrypt(keys, aad, decrypt(keys, aad, encrypted))
  } catch {
    return null
  }
}

interface Outcome {
  done: number
  readonly unreadable: string[]
}

async function bindRequestsUnderOtherKeys(db: Kysely<Schema>, active: string) {
  const { rows } = await sql<{ id: string; encrypted: string }>`
    select quote_id as id, encrypted_request as encrypted from public.bind_attempt
    where encrypted_request is not null and split_part(encrypted_request, '.', 2) <> ${active}`.execute(db)
  return rows
}

/** A request that a node changes or deletes meanwhile is left as the node wrote it. */
async function rotateBindRequests(db: Kysely<Schema>, keys: Keys, active: string): Promise<Outcome> {
  const outcome: Outcome = { done: 0, unreadable: [] }
  for (const { id, encrypted } of await bindRequestsUnderOtherKeys(db, active)) {
    const again = encryptedAgain(keys, bindRequestAad(id), encrypted)
    if (again === null) {
      outcome.unreadable.push(id)
      continue
    }
    const { numAffectedRows = 0n } = await sql`update public.bind_attempt set encrypted_request = ${again}
      where quote_id = ${id} and encrypted_request = ${encrypted}`.execute(db)
    outcome.done += Number(numAffectedRows)
  }
  return outcome
}

/** The mail jobs whose payload another key encrypted; a text begins with 'version.key id.' (server/lib/crypto.ts). */
async function mailsUnderOtherKeys(jobs: QueueCommands, active: string): Promise<UnfinishedJob[]> {
  const all = await jobs.all(['quote-mail'])
  return all.filter(job => encryptedPayloadOf(job).split('.')[1] !== active)
}

/** Skips jobs in progress, which finish or wait again within minutes. */
async function rotateMails(jobs: QueueCommands, keys: Keys, active: string): Promise<Outcome> {
  const outcome: Outcome = { done: 0, unreadable: [] }
  for (const job of await mailsUnderOtherKeys(jobs, active)) {
    const again = encryptedAgain(keys, quoteMailAad, encryptedPayloadOf(job))
    if (again === null) outcome.unreadable.push(job.id)
    else if (await jobs.replaceEncrypted(job, again)) outcome.done += 1
  }
  return outcome
}

export const rotateKeys: OpsCommand = {
  usage: 'rotate-keys',
  says: 'encrypts bank details and queued mails again with the first key of PII_KEYS',
  options: [],
  async run({ database: { kysely }, keys, jobs }) {
    const all = keys()
    const [active = ''] = all.pii.keys()
    const queue = await jobs()
    const requests = await rotateBindRequests(kysely, all, active)
    const mails = await rotateMails(queue, all, active)
    const requestsLeft = await bindRequestsUnderOtherKeys(kysely, active)
    const left = requestsLeft.length + (await mailsUnderOtherKeys(queue, active)).length
    const unreadable = [...requests.unreadable, ...mails.unreadable]
    const lines = [
      `${requests.done + mails.done} encrypted again with key ${active}; ${left} still have another key.`,
      ...(unreadable.length > 0
        ? [`PII_KEYS has no key that decrypts these: ${unreadable.join(', ')}.`]
        : []),
    ]
    return { lines, isWell: left === 0 }
  },
}
