/** Locks again with the first key of PII_KEYS what an older one locked; when it counts none left, the older key may go. */
import { requestPlace } from '#server/purchase/bind-request.ts'
import { lock, unlock } from '#server/secrets.ts'
import type { OpsCommand } from './command.ts'

const atOnce = 200

export const rotateKeys: OpsCommand = {
  usage: 'rotate-keys',
  says: 'bank details are locked again with the first of PII_KEYS',
  options: [],
  async run({ database, keys }) {
    const all = keys()
    const [active = ''] = all.pii.keys()
    let locked = 0
    for (;;) {
      const rows = await database.kysely.transaction().execute(async tx => {
        const old = await tx
          .selectFrom('issuance')
          .select(['quote_id', 'request_enc'])
          .where('request_enc', 'is not', null)
          .where('request_enc', 'not like', `v1.${active}.%`)
          .limit(atOnce)
          .forUpdate()
          .skipLocked()
          .execute()
        for (const { quote_id: id, request_enc: sealed } of old) {
          const place = requestPlace(id)
          await tx
            .updateTable('issuance')
            .set({ request_enc: lock(all, place, unlock(all, place, sealed ?? '')) })
            .where('quote_id', '=', id)
            .execute()
        }
        return old.length
      })
      locked += rows
      if (rows < atOnce) break
    }
    const left = await database.kysely
      .selectFrom('issuance')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('request_enc', 'is not', null)
      .where('request_enc', 'not like', `v1.${active}.%`)
      .executeTakeFirstOrThrow()
    return {
      lines: [`${locked} locked again with key ${active}; ${left.count} are left under another.`],
      isWell: Number(left.count) === 0,
    }
  },
}
