/** The reCAPTCHA adapter: invisible scores per action, and the checkbox widget; loaded only if it is configured. */
import { withTimeout } from '#web/lib/delay.ts'
import { lazyFile } from '#web/lib/lazy-file.ts'
import { trustedScriptUrl } from '#web/lib/trusted-types.ts'
import { type Captcha, captchaWaitMs } from './captcha-context.ts'

interface Grecaptcha {
  ready(callback: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string>
  render(
    container: HTMLElement,
    options: { sitekey: string; callback(token: string): void; 'error-callback'(): void },
  ): number
}

const loadLibrary = (siteKey: string): Promise<Grecaptcha> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = trustedScriptUrl(
      `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`,
    )
    script.async = true
    script.onerror = () => {
      script.remove()
      reject(new Error('The captcha did not load'))
    }
    script.onload = () => {
      const { grecaptcha } = globalThis as { grecaptcha?: Grecaptcha }
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else reject(new Error('The captcha did not start'))
    }
    document.head.append(script)
  })

export function createRecaptcha(siteKey: string, visibleSiteKey: string): Captcha {
  const library = lazyFile(() => loadLibrary(siteKey))
  return {
    hasWidget: true,
    prepare: library.prefetch,
    token(action) {
      const token = library.load().then(grecaptcha => grecaptcha.execute(siteKey, { action }))
      return withTimeout(token, captchaWaitMs)
    },
    visibleToken: async container => {
      try {
        const grecaptcha = await library.load()
        const widget = container.appendChild(document.createElement('div'))
        return await new Promise<string | null>(resolve => {
          grecaptcha.render(widget, {
            sitekey: visibleSiteKey,
            callback: resolve,
            'error-callback': () => resolve(null),
          })
        })
      } catch {
        return null
      }
    },
  }
}
