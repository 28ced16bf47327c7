/** Step 1: from the first popup to the car that cannot be insured. */
import { addressWords } from '#web/content/address.ts'
import { carWords } from '#web/content/car.ts'
import { ownerWords } from '#web/content/identity.ts'
import { importantWords } from '#web/content/important-information.ts'
import { frameWords } from '#web/content/layout.ts'
import { carMessages } from '#web/content/messages/car.ts'
import { noModelsWords } from '#web/content/no-models-found.ts'
import { returnWords } from '#web/content/returning-customer.ts'
import { address, car, carKnown, modelsKnown, newcomer, plateKnown, plateTyped, quoted } from './customer.ts'
import type { State } from './state.ts'

const path = '/vehicle/step1'
const automatic = { ...plateTyped, transmission: 'Automatic' }
const second = {
  ...address,
  addressId: 'NZ2',
  suburb: 'Parnell',
  addressInFreeForm: { addressLine1: '88A Remuera Road', addressLine2: '' },
}

export const carStates: readonly State[] = [
  {
    name: 'car-important',
    title: 'Important information, before the first question',
    path,
    shows: importantWords.button,
  },
  { name: 'car', title: 'Nothing answered', path, facts: newcomer, shows: carWords.plateHint },
  {
    name: 'car-errors',
    title: 'Next pressed with nothing answered',
    path,
    facts: newcomer,
    hands: [{ press: frameWords.next }],
    shows: carWords.modelWaiting,
  },
  {
    name: 'car-plate-unknown',
    title: 'The register knows no such plate',
    path,
    facts: newcomer,
    replies: { vehicleDetails: { refused: 'INVALID_PLATE' } },
    hands: [{ type: 'BADREG', into: 'plate' }],
    shows: String(carMessages.PLATE_INVALID),
  },
  {
    name: 'car-finding',
    title: 'Models are being looked for',
    path,
    answers: automatic,
    facts: plateKnown,
    replies: { vehicleLookup: 'never' },
    shows: carWords.finding,
  },
  {
    name: 'car-models',
    title: 'Models to choose from',
    path,
    answers: automatic,
    facts: modelsKnown,
    shows: carWords.modelHint,
  },
  {
    name: 'car-no-models',
    title: 'No model found',
    path,
    answers: automatic,
    facts: plateKnown,
    replies: { vehicleLookup: { body: { results: [] } } },
    shows: noModelsWords.lookAgain,
  },
  {
    name: 'car-sorry',
    title: 'Sorry: used to earn an income',
    path,
    answers: automatic,
    facts: modelsKnown,
    hands: [{ press: frameWords.yes }],
    shows: carWords.sorry,
  },
  {
    name: 'car-stopped',
    title: 'Sorry closed: Next says why it waits',
    path,
    answers: { ...automatic, modification: 'YES', businessUse: 'YES' },
    facts: modelsKnown,
    shows: carWords.stops.MODIFICATION,
  },
  {
    name: 'car-not-insurable',
    title: 'A car the insurer does not take',
    path,
    answers: automatic,
    facts: plateKnown,
    replies: { vehicleLookup: { refused: 'NOT_INSURABLE' } },
    hands: [{ press: frameWords.close }],
    shows: carWords.stops.NOT_INSURABLE,
  },
  {
    name: 'car-address-lines',
    title: 'Addresses on offer while typing',
    path,
    facts: modelsKnown,
    answers: automatic,
    replies: {
      addressSuggest: {
        body: {
          lines: [
            { addressId: 'NZ1', text: '88 Remuera Road, Remuera, Auckland 1050' },
            { addressId: 'NZ2', text: '88A Remuera Road, Parnell, Auckland 1050' },
            { addressId: 'NZ3', text: '88 Remuera Street, Ōpōtiki 3122' },
          ],
        },
      },
    },
    // A plain field, until its script has run.
    hands: [{ wait: '[role=combobox]' }, { type: '88 Remu', into: 'riskAddress', stay: true }],
    shows: '88 Remuera Street, Ōpōtiki 3122',
  },
  {
    name: 'car-address-searching',
    title: 'An address being looked up',
    path,
    facts: modelsKnown,
    answers: automatic,
    replies: { addressSuggest: { body: { lines: [] } }, addressRisk: 'never' },
    hands: [{ wait: '[role=combobox]' }, { type: '88 Remuera Road', into: 'riskAddress' }],
    shows: addressWords.searching,
  },
  {
    name: 'car-addresses',
    title: 'Several addresses fit',
    path,
    facts: modelsKnown,
    answers: automatic,
    replies: {
      addressRisk: {
        body: { data: { attributes: { status: 'SUGGESTED', suggestedAddresses: [address, second] } } },
      },
    },
    hands: [{ type: '88 Remuera Road', into: 'riskAddress' }],
    shows: addressWords.suggested,
  },
  {
    name: 'car-address-by-hand',
    title: 'An address typed by hand, some of it missing',
    path,
    facts: modelsKnown,
    answers: automatic,
    hands: [{ press: addressWords.manually }, { press: addressWords.use }],
    shows: addressWords.postcodeHint,
  },
  { name: 'car-done', title: 'Everything answered', path, answers: car, facts: carKnown, shows: '$' },
  {
    name: 'car-financed',
    title: 'Financed, and a value out of the band',
    path,
    answers: { ...car, isFinanced: 'YES', carValue: '30000' },
    facts: carKnown,
    hands: [{ press: frameWords.next }],
    shows: String(carMessages.FINANCE_COMPANY_REQUIRED),
  },
  {
    name: 'car-return',
    title: 'Back at a quote of one’s own',
    path,
    answers: car,
    facts: quoted,
    shows: returnWords.foundHelp,
  },
  {
    name: 'car-confirm',
    title: 'Back at a quote whose people are not shown yet',
    path,
    answers: car,
    facts: { ...quoted, confirmPerson: true, quote: undefined } as State['facts'] & object,
    shows: ownerWords.confirmHelp,
  },
]
