/**
 * The interface of the captcha in the browser: tokens per action, prefetched, and a visible check. The
 * page settings say which implementation is used.
 */

import { createContext } from 'react'
import { useRequiredContext } from '#web/lib/use-required-context.ts'

export interface Captcha {
  /** Prefetches the next token while the customer reads. */
  prepare(): void
  /** A token for one call; undefined when none is needed; null when none could be obtained in time. */
  token(action: string): Promise<string | undefined | null>
  /** A token of the visible check, after the visitor ticked the box (or in the widget shown in `place`); null on failure. */
  visibleToken(place: HTMLElement): Promise<string | null>
  /** True when the visible check is the captcha's own widget, shown as soon as its container exists. */
  readonly hasWidget: boolean
}

export const captchaOff: Captcha = {
  hasWidget: false,
  prepare: () => {},
  token: async () => undefined,
  visibleToken: async () => 'off',
}

/** A captcha whose code loads when first needed, so that the first screen does not wait for it. */
export function lazyCaptcha(hasWidget: boolean, load: () => Promise<Captcha>): Captcha {
  let loaded: Promise<Captcha> | null = null
  const get = (): Promise<Captcha> => {
    loaded ??= load().catch(error => {
      loaded = null
      throw error
    })
    return loaded
  }
  return {
    hasWidget,
    prepare() {
      get().then(
        captcha => captcha.prepare(),
        () => {},
      )
    },
    token: action =>
      get().then(
        captcha => captcha.token(action),
        () => null,
      ),
    visibleToken: place =>
      get().then(
        captcha => captcha.visibleToken(place),
        () => null,
      ),
  }
}

/** How long an action waits for a token before it is given up. */
export const captchaWaitMs = 10_000

/** The promise's value, or null when it fails or takes too long. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

export const CaptchaContext = createContext<Captcha | null>(null)

export const useCaptcha = (): Captcha => useRequiredContext(CaptchaContext, 'captcha')
