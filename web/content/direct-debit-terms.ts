/** Texts of the direct debit terms dialog, and of its wait for the policy. */
import { directDebitConsents } from '#journey/payment.ts'

export const directDebitTermsText = {
  title: 'Direct debit terms',
  loading: 'Loading the terms…',
  missing: 'The terms could not be loaded. Please close this and try again.',
  agree: directDebitConsents.agreed,
  reasonAgree: 'agree to the direct debit terms',
  reasonLoading: 'wait for the terms',
  reasonMissing: 'close this and try again: the terms are not here yet',
  close: 'Close',

  waitingTitle: 'Setting up your policy',
  binding: 'Setting up your policy…',
  confirming: 'We are confirming your policy…',
  confirmingDetail: 'This can take up to a minute. Please keep this page open. Nothing is taken twice.',
} as const
