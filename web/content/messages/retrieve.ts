/** Validation messages of ‘Welcome Back’. */
import type { RetrieveCode } from '#journey/questions/identity.ts'
import { identityMessages } from './identity.ts'
import type { Messages } from './messages.ts'

export const retrieveMessages: Messages<RetrieveCode> = {
  ...identityMessages,
  QUOTE_NUMBER_REQUIRED: 'Quote number is required to proceed.',
  QUOTE_NUMBER_INVALID: 'Invalid quote number.',
}
