/** The captcha of the browser: its interface with a React context, one that is off, and one whose code loads when it is needed. */
import { lazyFile } from '#web/lib/lazy-file.ts'
import { createRequiredContext } from '#web/lib/required-context.ts'

export interface Captcha {
  /** Prefetches the next token while the customer reads. */
  prepare(): void
  /** A token for one call; undefined when none is needed; null when none could be obtained in time. */
  token(action: string): Promise<string | undefined | null>
  /** A token of the visible check, after a click on the box or in the widget that `container` shows; null on failure. */
  visibleToken(container: HTMLElement): Promise<string | null>
  /** True when the visible check is the captcha's own widget, shown as soon as its container exists. */
  readonly hasWidget: boolean
}

export const [CaptchaContext, useCaptcha] = createRequiredContext<Captcha>('captcha')

export const disabledCaptcha: Captcha = {
  hasWidget: false,
  prepare: () => {},
  token: async () => undefined,
  visibleToken: async () => 'off',
}

/** A captcha whose code is loaded at its first use, so that the first screen does not wait for it. */
export function lazyCaptcha(hasWidget: boolean, load: () => Promise<Captcha>): Captcha {
  const file = lazyFile(load)
  const loaded = () => file.load().catch(() => null)
  return {
    hasWidget,
    prepare: async () => (await loaded())?.prepare(),
    token: async action => (await loaded())?.token(action) ?? null,
    visibleToken: async container => (await loaded())?.visibleToken(container) ?? null,
  }
}

export const captchaWaitMs = 10_000
