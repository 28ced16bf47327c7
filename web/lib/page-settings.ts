/** The settings in the page's JSON (brand and a few values), which all screens read from a context. */
import type { Brand } from '#brands/brand.ts'
import type { SiteSettings } from '#contract/page-template.ts'
import type { Step } from '#journey/steps.ts'
import { createRequiredContext } from './required-context.ts'

/** A brand without the fields that only the server needs. */
export function publicBrand({
  hosts: _hosts,
  light: _light,
  dark: _dark,
  theme: _theme,
  logoSvg: _logo,
  horizonSvg: _horizon,
  mechanicalBreakdown: _mechanicalBreakdown,
  privacyUrl: _privacy,
  termsUrl: _terms,
  tagManager: _tagManager,
  ...brand
}: Brand) {
  return brand
}

export type PublicBrand = ReturnType<typeof publicBrand>

export interface StepHeading {
  readonly step: Step
  readonly title: string
  readonly purpose: string
}

export interface PageSettings extends SiteSettings {
  readonly brand: PublicBrand
  /** Title and purpose of this address's step, shown while the tab's answers are restored. */
  readonly heading: StepHeading | null
  /** True when the address carries a quote link: the first screen says that the quote is being opened. */
  readonly isByLink?: true
}

/** Reads what the build ('page') and the server ('settings') wrote into the page. */
export function parsePageSettings(page: Document): PageSettings {
  const [built, sent] = ['page', 'settings'].map(id => JSON.parse(page.getElementById(id)?.textContent ?? ''))
  return { ...built, ...sent }
}

export const [PageSettingsContext, usePageSettings] = createRequiredContext<PageSettings>('page settings')
