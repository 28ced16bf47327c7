/** No captcha at all: everybody is human. Only for tests and for a start that says CAPTCHA=off in as many words. */
import type { Captcha } from './port.ts'

export const noCaptcha: Captcha = {
  kind: 'off',
  challenge: () => Promise.resolve(null),
  verify: () => Promise.resolve('human'),
  verifyVisible: () => Promise.resolve('human'),
  identityOf: token => token,
}
