/** Texts of the cover options and the overnight address, below the first viewport of step 3. */
import { adultAge } from '#journey/additional-excess.ts'

export const coverOptionsText = {
  carValueHint: (min: string, max: string) => `Between ${min} and ${max}, whole dollars`,
  carValuePlainHint: 'What you would expect to pay for the same car today',
  updateCarValue: 'Update car value',
  valueUnsaved: 'Not in your price yet',
  valueUpdated: 'Car value updated',
  excessLegend: 'Excess',
  excessHint: 'What you pay towards a claim. A higher excess means a lower price.',
  excessExample: (repair: string, excess: string) =>
    `For example, a repair costs ${repair} and your excess is ${excess}: you pay ${excess}, the insurer pays the rest.`,
  excessIsFixed: (amount: string) => `Your excess is ${amount}. It cannot be changed with this cover.`,
  excessOfYoung: (excess: string) =>
    `If a named driver under ${adultAge} has the accident, you pay ${excess}.`,
  optionsTitle: 'Extras',
  frequencyLegend: 'Payment frequency',
  frequencyHint: 'Annual is paid by card. The total is what you pay over the whole year.',
  yearTotal: (amount: string) => `${amount} for the year`,
  startHint: (first: string, last: string) =>
    `From ${first} to ${last}, day/month/year. Leave it empty to start today.`,
  addressTitle: 'Where the car is kept overnight',
  addressChange: 'Change address',
  addressKeep: 'Keep this address',
  addressHint: 'Your price follows where the car is kept most nights',
  askedTitle: 'What this price is for',
} as const
