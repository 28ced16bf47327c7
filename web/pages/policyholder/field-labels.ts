/** The labels of step 4's fields in the error summary. They tell five policyholders apart. */

import { policyholderText as words } from '#web/content/policyholder.ts'

const parts: Readonly<Record<string, string>> = {
  title: words.titleLegend,
  firstName: words.firstName,
  lastName: words.lastName,
  dateOfBirth: words.dateOfBirth,
  email: words.email,
  mobile: words.mobile,
}
const single: Readonly<Record<string, string>> = {
  businessName: words.businessName,
  postalAddress: words.postalLabel,
  paymentMethod: words.methodLegend,
  paymentStartDate: words.paymentStart,
}

/** 'policyholder2.email' → 'Policyholder 2, Email' */
export function policyholderLabel(field: string): string {
  const [, number, part = ''] = /^policyholder(\d)\.(\w+)$/.exec(field) ?? []
  return number ? `${words.holder(Number(number))}, ${parts[part] ?? part}` : (single[field] ?? field)
}
