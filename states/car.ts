/** States of step 1, the car: from the first dialog to the car that cannot be insured. */

import { address } from '#test/samples/customer.ts'
import { addressSearchText } from '#web/content/address.ts'
import {
  carMessages,
  carText,
  importantInformationText,
  noModelsFoundText,
  returningCustomerText,
} from '#web/content/car.ts'
import { confirmIdentityText } from '#web/content/confirm-identity.ts'
import { layoutText } from '#web/content/layout.ts'
import { manualAddressText } from '#web/content/manual-address.ts'
import { car, carKnown, modelsKnown, newcomer, plateKnown, plateTyped, quoted } from './customer.ts'
import type { State } from './state.ts'

const path = '/vehicle/step1'
const automatic = { ...plateTyped, 'car.transmission': 'Automatic' }
const plateAnswered = { path, answers: automatic, draftState: plateKnown }
const modelsFound = { path, answers: automatic, draftState: modelsKnown }
const answered = { path, answers: car, draftState: carKnown }
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
    shows: importantInformationText.button,
  },
  { name: 'car', title: 'Nothing answered', path, draftState: newcomer, shows: carText.plateHint },
  {
    name: 'car-errors',
    title: 'Next pressed with nothing answered',
    path,
    draftState: newcomer,
    actions: [{ press: layoutText.next }],
    shows: carText.modelWaiting,
  },
  {
    name: 'car-plate-unknown',
    title: 'The register knows no such plate',
    path,
    draftState: newcomer,
    replies: { vehicleDetails: { refused: 'INVALID_PLATE' } },
    actions: [{ type: 'BADREG', into: 'car.plate' }],
    shows: String(carMessages.PLATE_INVALID),
  },
  {
    ...plateAnswered,
    name: 'car-finding',
    title: 'Models are being looked for',
    replies: { vehicleLookup: 'never' },
    shows: carText.finding,
  },
  {
    ...modelsFound,
    name: 'car-models',
    title: 'Models to choose from',
    shows: carText.modelHint,
  },
  {
    ...plateAnswered,
    name: 'car-no-models',
    title: 'No model found',
    replies: { vehicleLookup: { body: { results: [] } } },
    shows: noModelsFoundText.lookAgain,
  },
  {
    ...modelsFound,
    name: 'car-sorry',
    title: 'Sorry: used to earn an income',
    actions: [{ press: layoutText.yes }],
    shows: carText.sorry,
  },
  {
    ...modelsFound,
    name: 'car-stopped',
    title: 'Sorry closed: Next says why it waits',
    answers: { ...automatic, 'car.modification': 'YES', 'car.businessUse': 'YES' },
    shows: carText.stops.modification,
  },
  {
    ...plateAnswered,
    name: 'car-not-insurable',
    title: 'A car the insurer does not take',
    replies: { vehicleLookup: { refused: 'NOT_INSURABLE' } },
    actions: [{ press: layoutText.close }],
    shows: carText.stops.NOT_INSURABLE,
  },
  {
    ...modelsFound,
    name: 'car-address-lines',
    title: 'Addresses on offer while typing',
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
    actions: [{ wait: '[role=combobox]' }, { type: '88 Remu', into: 'car.riskAddress', stay: true }],
    shows: '88 Remuera Street, Ōpōtiki 3122',
  },
  {
    ...modelsFound,
    name: 'car-address-searching',
    title: 'An address being looked up',
    replies: { addressSuggest: { body: { lines: [] } }, addressRisk: 'never' },
    actions: [{ wait: '[role=combobox]' }, { type: '88 Remuera Road', into: 'car.riskAddress' }],
    shows: addressSearchText.searching,
  },
  {
    ...modelsFound,
    name: 'car-addresses',
    title: 'Several addresses fit',
    replies: {
      addressRisk: {
        body: { data: { attributes: { status: 'SUGGESTED', suggestedAddresses: [address, second] } } },
      },
    },
    actions: [{ type: '88 Remuera Road', into: 'car.riskAddress' }],
    shows: addressSearchText.suggested,
  },
  {
    ...modelsFound,
    name: 'car-address-by-hand',
    title: 'An address typed by hand, some of it missing',
    actions: [{ press: addressSearchText.manually }, { press: manualAddressText.use }],
    shows: manualAddressText.postcodeHint,
  },
  { ...answered, name: 'car-done', title: 'Everything answered', shows: '$' },
  {
    ...answered,
    name: 'car-financed',
    title: 'Financed, and a value out of the band',
    answers: { ...car, 'car.isFinanced': 'YES', 'car.carValue': '30000' },
    actions: [{ press: layoutText.next }],
    shows: String(carMessages.FINANCE_COMPANY_REQUIRED),
  },
  {
    name: 'car-return',
    title: 'Back at a quote of one’s own',
    path,
    answers: car,
    draftState: quoted,
    shows: returningCustomerText.foundHelp,
  },
  {
    name: 'car-confirm',
    title: 'Back at a quote whose people are not shown yet',
    path,
    answers: car,
    draftState: { ...quoted, needsIdentityCheck: true, quote: undefined } as State['draftState'] & object,
    shows: confirmIdentityText.help,
  },
]
