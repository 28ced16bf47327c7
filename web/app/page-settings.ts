/**
 * Settings the server writes into the page as JSON: the brand and a few values, read by every screen through
 * a context.
 */
import { createContext } from 'react'
import type { Brand } from '#brands/brand.ts'
import type { SiteSettings } from '#contract/page-template.ts'
import type { Step } from '#journey/steps.ts'
import { useRequiredContext } from '#web/lib/use-required-context.ts'

/**
 * A brand without the fields that only the server needs: hosts, colours, drawings, and what comes with the
 * site settings or by a redirect.
 */
export type PublicBrand = Omit<
  Brand,
  | 'hosts'
  | 'light'
  | 'dark'
  | 'theme'
  | 'logoSvg'
  | 'horizonSvg'
  | 'mechanicalBreakdown'
  | 'privacyUrl'
  | 'termsUrl'
  | 'tagManager'
>

export interface PageSettings extends SiteSettings {
  readonly brand: PublicBrand
  /** Title and purpose of this address's step, shown while the tab's answers are restored. */
  readonly heading: StepHeading | null
  /** True when the address carries a quote link: the first screen says that the quote is being opened. */
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
    theme: _theme,
    logoSvg: _logo,
    horizonSvg: _horizon,
    mechanicalBreakdown: _mbi,
    privacyUrl: _privacy,
    termsUrl: _terms,
    tagManager: _tagManager,
    ...rest
  } = brand
  return rest
}

function jsonOf<T>(page: Document, id: string): T {
  const element = page.getElementById(id)
  if (!element?.textContent) throw new Error(`The page carries no ${id}`)
  return JSON.parse(element.textContent) as T
}

/**
 * Reads what the build and the server wrote into the page; throws if it is missing, because our server did
 * not send the page.
 */
export const readPageSettings = (from: Document): PageSettings => ({
  ...jsonOf<Omit<PageSettings, keyof SiteSettings>>(from, 'page'),
  ...jsonOf<SiteSettings>(from, 'settings'),
})

export const PageSettingsContext = createContext<PageSettings | null>(null)

export const usePageSettings = (): PageSettings => useRequiredContext(PageSettingsContext, 'page settings')
