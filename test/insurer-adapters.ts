/** The insurer adapters for their contract tests: embedded, and over HTTP with each kind of idempotency. */
import type { CoverChoice } from '#journey/cover.ts'
import {
  type EmbeddedInsurerRepository,
  embeddedCatalogue,
  embeddedInsurer,
} from '#partners/insurer/embedded.ts'
import { catalogueOverHttp, insurerOverHttp } from '#partners/insurer/http-insurer.ts'
import type {
  IdempotencyMode,
  Insurer,
  InsurerCatalogue,
  InsurerQuote,
  PolicyToBind,
  RiskToQuote,
} from '#partners/insurer/port.ts'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { openInsurerStore } from '#sandbox/insurer/insurer.ts'
import { address, driver, indicators, plate, policyholder } from '#test/samples/customer.ts'
import { temporaryDir, testSandbox } from './sandbox.ts'

/** The sandbox insurer's records in a temporary folder, for the embedded insurer. */
export const temporaryRepository = async (): Promise<EmbeddedInsurerRepository> =>
  openInsurerStore(await temporaryDir(), 'keys')

const choice: CoverChoice = {
  cover: 'COMPREHENSIVE',
  voluntaryExcess: 0,
  excessFreeWindow: false,
  hireCar: false,
  roadsideAssistance: false,
  frequency: 'FORTNIGHTLY',
  startDate: '2027-07-05',
}
export const insuredRisk: RiskToQuote = {
  plate,
  vehicleKey: 'toyota-corolla-2013-gx-2014-a',
  carValueDollars: 13_700,
  riskAddress: { ...address, addressId: '', signature: '', postcode: '1024', suburb: 'Mount Eden' },
  drivers: [driver],
  choice,
  ...indicators,
  financeCompany: '',
}

export async function quotedBy(insurer: Insurer, asked = insuredRisk): Promise<InsurerQuote> {
  const answer = await insurer.quote(asked)
  if (answer.outcome !== 'quoted') throw new Error(`the insurer answered ${answer.outcome}`)
  return answer.quote
}

export const policyOf = (quote: InsurerQuote, idempotencyKey: string): PolicyToBind => ({
  idempotencyKey,
  quoteNumber: quote.quoteNumber,
  history: quote.history,
  plate,
  policyholders: [policyholder],
  businessName: '',
  postalAddress: insuredRisk.riskAddress,
  payment: { method: 'card', transactionId: 't', debitDay: 1 },
})

export interface InsurerAdapter {
  readonly open: (now: () => Date) => Promise<{ insurer: Insurer; catalogue: InsurerCatalogue }>
  /** True if a bind may be sent twice. */
  readonly supportsKeys: boolean
  /** True if the insurer can look up a bind by our reference. */
  readonly supportsReferences: boolean
}

export const overHttp = (
  url: string,
  idempotency: IdempotencyMode,
  { timeoutMs = 5_000, quietSeconds = 60, key = sandboxKeys.insurer.key as string } = {},
) => {
  const options = { url, key, idempotency, quietSeconds, timeoutMs }
  return { insurer: insurerOverHttp(options), catalogue: catalogueOverHttp(options) }
}

const sandboxed = (idempotency: IdempotencyMode): InsurerAdapter => ({
  async open(now) {
    const { origin } = await testSandbox({ idempotency, now })
    return overHttp(`${origin}/api/insurer`, idempotency)
  },
  supportsKeys: idempotency === 'keys',
  supportsReferences: idempotency !== 'none',
})

export const insurerAdapters: Readonly<Record<string, InsurerAdapter>> = {
  embedded: {
    open: async now => ({
      insurer: embeddedInsurer(await temporaryRepository(), now),
      catalogue: embeddedCatalogue,
    }),
    supportsKeys: true,
    supportsReferences: true,
  },
  'over HTTP, knowing keys': sandboxed('keys'),
  'over HTTP, knowing references': sandboxed('lookup'),
  'over HTTP, without idempotency support': sandboxed('none'),
}
