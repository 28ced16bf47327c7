/**
 * What the server tells the page: its brand and a few settings, as JSON in the HTML. Every screen reads phones, links
 * and names from here; the one brand that is named in code stands in partner-quote.ts.
 */
import { createContext } from 'react'
import type { Brand } from '#brands/brand.ts'
import type { SiteSettings } from '#contract/site-settings.ts'
import type { Step } from '#journey/steps.ts'
import { useRequiredContext } from '#web/lib/use-required-context.ts'

/** Told by the page once it answers by script: what was pressed before is done then. */
export const hydratedEvent = 'openroad:awake'

/** A brand without what only the server needs: hosts, colours, drawings, and where the sibling site stands. */
export type PublicBrand = Omit<
  Brand,
  'hosts' | 'light' | 'dark' | 'look' | 'logoSvg' | 'horizonSvg' | 'mechanicalBreakdown'
>

export interface PageSettings extends SiteSettings {
  readonly brand: PublicBrand
  /** What stands above the step of this address, for its frame until the tab's answers are restored. */
  readonly heading: StepHeading | null
  /** The address brings a quote's link: the first screen says that it is being opened. */
  readonly opens?: true
}

export interface StepHeading {
  readonly step: Step
  readonly title: string
  readonly purpose: string
}

export function publicBrand(brand: Brand): PublicBrand {
  const {
    hosts: _hosts,
    light: _light,
    dark: _dark,
    look: _look,
    logoSvg: _logo,
    horizonSvg: _horizon,
    mechanicalBreakdown: _mbi,
    ...rest
  } = brand
  return rest
}

/** Reads the settings the server wrote; throws where the page was not made by our server. */
export function readPageSettings(from: Document): PageSettings {
  const element = from.getElementById('page')
  if (!element?.textContent) throw new Error('The page carries no settings')
  return JSON.parse(element.textContent) as PageSettings
}

export const PageSettingsContext = createContext<PageSettings | null>(null)

export const usePageSettings = (): PageSettings => useRequiredContext(PageSettingsContext, 'page settings')
