/** The parts of the quote page that its first screen does not need, as lazy components of one file. */
import { lazy } from 'react'
import { lazyFile } from '#web/lib/lazy-file.ts'

export const lazyPartsFile = lazyFile(() => import('./lazy/quote-details-chunk.ts'))

type Parts = Awaited<ReturnType<typeof lazyPartsFile.load>>

const lazyPart = <Name extends keyof Parts>(name: Name) =>
  lazy(async () => ({ default: (await lazyPartsFile.loadWithRetry())[name] }))

export const AdditionalExcessDialog = lazyPart('AdditionalExcessDialog')
export const CoverBenefitsAndPrintHeader = lazyPart('CoverBenefitsAndPrintHeader')
export const DeclarationDialog = lazyPart('DeclarationDialog')
export const PriceBreakdown = lazyPart('PriceBreakdown')
export const RiskAddressQuestion = lazyPart('RiskAddressQuestion')
