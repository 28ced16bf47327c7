/** Tests of concurrent amends with random delays and a second device: page, database and insurer must agree. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Address } from '#journey/address.ts'
import {
  type CoverType,
  coverOptions,
  coverTypes,
  frequencies,
  voluntaryExcessChoices,
} from '#journey/cover.ts'
import { nzToday } from '#journey/dates.ts'
import { priceOf } from '#journey/price-table.ts'
import type { FieldPath } from '#journey/questions/form-answers.ts'
import { coverChoiceOf } from '#journey/questions/quote.ts'
import { createApi } from '#web/api/client.ts'
import { disabledCaptcha } from '#web/features/captcha/captcha-context.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { choiceOfQuote, confirmedCents, isPriceUpToDate } from '#web/features/pricing/quote-price.ts'
import { createCookies, createSession } from '#web/features/session/session.ts'
import { createAmendQueue } from '#web/pages/quote/amend-queue.ts'
import { refetchQuote, sendAmend } from '#web/pages/quote/send-amend.ts'
import { findAddress, type RatedCustomer, ratedCustomer, readAgain, withCoverage } from './purchase.ts'
import { coverTexts } from './samples/customer.ts'
import { formOf } from './samples/form-answers.ts'
import { appForFile, type Client } from './test-app.ts'

const world = await appForFile()

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** The page's API client with `delays` before and after its calls. Refusals are added to `refused`, for messages. */
function lateApi(client: Client, delays: readonly number[], refused: string[]) {
  let turn = 0
  const late = () => wait(delays[turn++ % delays.length] ?? 0)
  const session = createSession({
    cookies: createCookies({ cookie: '' }, false),
    timeoutSeconds: 1800,
    now: Date.now,
    everySecond: () => {},
  })
  return createApi({
    async fetch(url, init) {
      await late()
      const response = await client.request(url, init)
      await late()
      if (!response.ok) refused.push(`${response.status} ${await response.clone().text()}`)
      return response
    },
    session: { ...session, token: () => client.token },
    captcha: disabledCaptcha,
    securityCheck: () => Promise.resolve(false),
    onSessionOver() {
      throw new Error('the session is over')
    },
    pause: wait,
  })
}

/** The draft when step 3 opens. */
function draftOf({ id, car, attributes }: RatedCustomer, riskAddress: Address) {
  const draft = createDraft(null)
  draft.setAnswers(
    formOf({
      ...coverTexts,
      'car.vehicleKey': car.vehicleKey,
      'car.carValue': String(car.value),
      // The sample's day may have passed.
      'cover.startDate': '',
    }),
  )
  draft.setState({ quoteId: id, riskAddress, quote: attributes })
  return draft
}

type Tap = { readonly field: FieldPath; readonly value: string }
const taps: fc.Arbitrary<Tap> = fc.oneof(
  fc.constantFrom(...coverTypes).map(value => ({ field: 'cover.cover' as const, value })),
  fc.constantFrom(...frequencies).map(value => ({ field: 'cover.frequency' as const, value })),
  fc
    .constantFrom(...voluntaryExcessChoices)
    .map(step => ({ field: 'cover.voluntaryExcess' as const, value: String(step) })),
  fc
    .tuple(fc.constantFrom(...coverOptions), fc.constantFrom('YES', 'NO'))
    .map(([option, value]) => ({ field: `cover.${option}` as const, value })),
)

/** An amend from another device, which changes the history even if it is refused. */
async function amendElsewhere(client: Client, quote: RatedCustomer, cover: CoverType): Promise<void> {
  const { attributes } = await readAgain(client, quote)
  const { policyHistory, policyDetails } = attributes
  const body = withCoverage(quote.body, () => ({ policyCoverType: cover }))
  const named = { ...body.attributes, policyHistory, quoteNumber: policyDetails.quoteNum }
  await client.call('quoteAmend', { body: { ...body, attributes: named } })
}

it('[QUOTE-02] [QUOTE-03] [EDGE-09] page, database and insurer agree after any taps and delays', async () => {
  const today = nzToday(new Date())
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ tap: taps, gap: fc.integer({ min: 0, max: 25 }) }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 9 }),
      fc.option(fc.record({ at: fc.nat(11), cover: fc.constantFrom(...coverTypes) })),
      async (played, delays, elsewhere) => {
        const { client, quote } = await ratedCustomer(world)
        const draft = draftOf(quote, await findAddress(client))
        const refused: string[] = []
        const api = lateApi(client, delays, refused)
        const ends: unknown[] = []
        let isBusy = false
        const amends = createAmendQueue<QuoteAttributes>({
          send: declared => sendAmend(api, draft, declared),
          refetch: () => refetchQuote(api, draft),
          debounce: () => wait(5),
          canBePriced: () => true,
          onBusy: busy => {
            isBusy = busy
          },
          onResult(result) {
            if (result.outcome === 'amended') draft.setState({ quote: result.quote })
            else ends.push(result)
          },
        })
        const other = { done: Promise.resolve() }
        for (const [index, { tap, gap }] of played.entries()) {
          if (elsewhere?.at === index) other.done = amendElsewhere(client, quote, elsewhere.cover)
          draft.setAnswer(tap.field, tap.value)
          amends.enqueue()
          await wait(gap)
        }
        await other.done
        // The other device may have amended last; the page's next amend restores its choice.
        amends.enqueue()
        await expect.poll(() => isBusy, { interval: 5 }).toBe(false)

        expect(ends, `last refused: ${refused.at(-1)}`).toEqual([])
        const shown = draft.state().quote
        if (!shown) throw new Error('no price on the page')
        expect(isPriceUpToDate(shown, draft.answers(), today)).toBe(true)
        const choice = coverChoiceOf(draft.answers(), today)
        expect({ ...choiceOfQuote(shown), startDate: shown.policyInceptionDate }).toEqual(choice)
        const ours = (await world.repositories.findQuote(quote.id))?.insurer_quote
        expect(ours?.choice).toEqual(choice)
        expect(ours?.instalmentCents).toBe(confirmedCents(shown))
        // The page shows this price before the amend confirms it.
        expect(shown.priceTable && priceOf(shown.priceTable, choice)).toBe(confirmedCents(shown))
        const { quoteNum } = quote.attributes.policyDetails
        const theirs = await world.services.insurer.retrieve(quoteNum)
        expect(theirs).toEqual({ outcome: 'quoted', quote: ours })
      },
    ),
    { numRuns: 8 },
  )
})
