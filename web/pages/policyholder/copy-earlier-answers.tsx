/** The switches of step 4 (policyholder) that copy the main driver and the car's address, and its first answers. */
import { type Address, addressText } from '#journey/address.ts'
import {
  emptyDriver,
  emptyPolicyholder,
  type FormAnswers,
  type PolicyholdersForm,
} from '#journey/questions/form-answers.ts'
import {
  answersCopiedFromDriver,
  applicantTypeOf,
  isFirstPolicyholderMainDriver,
  isPostalAddressRiskAddress,
  mobilePrefixOf,
} from '#journey/questions/policyholder.ts'
import { SwitchField } from '#web/components/checkbox-field.tsx'
import { fieldId } from '#web/components/field.tsx'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { type UndoHandle, UndoStatus } from '#web/features/people-list/use-undo.tsx'
import './policyholder-page.css'

/** The switch is not stored. So for a retrieved quote it is on if the values are equal to the original. */
const switched = (answer: string, isCopy: boolean) => (isCopy ? answer || 'YES' : 'NO')

/** The answers that step 4 starts with; a switch stays on only while its copy equals the original. */
export const initialPolicyholders = (
  answers: FormAnswers,
  riskAddress: Address | undefined,
): Partial<PolicyholdersForm> => {
  const form = answers.policyholders
  return {
    applicantType: applicantTypeOf(form),
    policyholders: form.policyholders.map(person => ({ ...person, mobileCode: mobilePrefixOf(person) })),
    useMainDriver: switched(form.useMainDriver, isFirstPolicyholderMainDriver(answers)),
    useVehicleAddress: switched(form.useVehicleAddress, isPostalAddressRiskAddress(form, riskAddress)),
  }
}

type Names = ReturnType<typeof answersCopiedFromDriver>

/** Policyholder 1 with these names and date of birth; all other answers stay. */
function withNames(form: PolicyholdersForm, names: Names, isCopy: boolean): Partial<PolicyholdersForm> {
  const [first = emptyPolicyholder, ...others] = form.policyholders
  return {
    policyholders: [{ ...first, ...answersCopiedFromDriver(names) }, ...others],
    useMainDriver: isCopy ? 'YES' : 'NO',
  }
}

/** Policyholder 1 with the main driver's names and date of birth, or without any. */
export function copyMainDriver(
  { driver, policyholders }: FormAnswers,
  isOn: boolean,
): Partial<PolicyholdersForm> {
  const { firstName, lastName, dateOfBirth } = (isOn && driver.drivers[0]) || emptyDriver
  const names = { firstName: firstName.trim(), lastName: lastName.trim(), dateOfBirth: dateOfBirth.trim() }
  return withNames(policyholders, names, isOn)
}

/** Undoes only `copyMainDriver`; text typed since in other fields stays. */
export const undoMainDriverCopy = (
  now: FormAnswers,
  before: FormAnswers,
  wasOn: boolean,
): Partial<PolicyholdersForm> =>
  withNames(now.policyholders, before.policyholders.policyholders[0] ?? emptyDriver, wasOn)

/** The draft's mark that the copied answers changed, so that the switch was turned off. */
const outdatedFlags = {
  'policyholders.useMainDriver': 'isDriverCopyOutdated',
  'policyholders.useVehicleAddress': 'isAddressCopyOutdated',
} as const
type CopySwitchField = keyof typeof outdatedFlags

/** True if the copied answers changed and still differ from their original. */
export const isCopyOutdated = (field: CopySwitchField, answers: FormAnswers, state: DraftState): boolean =>
  state[outdatedFlags[field]] === true &&
  !(field === 'policyholders.useMainDriver'
    ? isFirstPolicyholderMainDriver(answers)
    : isPostalAddressRiskAddress(answers.policyholders, state.riskAddress))

interface CopySwitchProps {
  readonly field: CopySwitchField
  readonly label: string
  readonly help: string
  readonly outdatedText: string
  readonly undo: UndoHandle
  /** Copies or clears; returns the text of the notice that offers 'Undo', and what undoes the change. */
  readonly onChange: (isOn: boolean) => { readonly text: string; undo(): void }
}

/** A switch with 'Undo', and a notice if the copy is out of date. */
function CopySwitch({ field, label, help, outdatedText, undo, onChange }: CopySwitchProps) {
  const draft = useDraft()
  const isOutdated = useDraftSelector((answers, state) => isCopyOutdated(field, answers, state))
  const id = fieldId(field)
  return (
    <>
      <SwitchField
        field={field}
        label={label}
        help={help}
        onChange={isOn => {
          draft.setState({ [outdatedFlags[field]]: undefined })
          undo.offer({ ...onChange(isOn), anchorId: id })
        }}
      />
      {isOutdated && <p className="policyholder-page-outdated">{outdatedText}</p>}
      <UndoStatus undo={undo} anchorId={id} />
    </>
  )
}

export function MainDriverSwitch({ undo }: { undo: UndoHandle }) {
  const draft = useDraft()
  const copy = (isOn: boolean) => {
    const before = draft.answers()
    draft.setAnswers({ policyholders: copyMainDriver(before, isOn) })
    return {
      text: isOn ? words.copied : words.cleared,
      undo: () => draft.setAnswers({ policyholders: undoMainDriverCopy(draft.answers(), before, !isOn) }),
    }
  }
  return (
    <CopySwitch
      field="policyholders.useMainDriver"
      label={words.useMainDriver}
      help={words.useMainDriverHelp}
      outdatedText={words.oldDriver}
      undo={undo}
      onChange={copy}
    />
  )
}

/** A switch that copies the vehicle's address, a search, or manual entry. */
export function PostalAddress({ undo }: { undo: UndoHandle }) {
  const draft = useDraft()
  const postalAddress = useDraftState(draftState => draftState.postalAddress)
  const riskAddress = useDraftState(draftState => draftState.riskAddress)
  const setAddress = (text: string, address: Address | undefined, isCopy: boolean) => {
    draft.setAnswers({ policyholders: { postalAddress: text, useVehicleAddress: isCopy ? 'YES' : 'NO' } })
    draft.setState({ postalAddress: address })
  }
  const copy = (isOn: boolean) => {
    const before = draft.answers().policyholders.postalAddress
    if (isOn && riskAddress) setAddress(addressText(riskAddress), riskAddress, true)
    else setAddress('', undefined, false)
    return {
      text: isOn ? words.addressCopied : words.addressCleared,
      undo: () => setAddress(before, postalAddress, !isOn),
    }
  }
  return (
    <section className="stack gap-5" aria-labelledby="postal-heading">
      <h2 id="postal-heading">{words.postalTitle}</h2>
      <CopySwitch
        field="policyholders.useVehicleAddress"
        label={words.useVehicleAddress}
        help={words.useVehicleAddressHelp}
        outdatedText={words.oldAddress}
        undo={undo}
        onChange={copy}
      />
      <AddressField
        field="policyholders.postalAddress"
        label={words.postalLabel}
        hint={words.postalHint}
        found={postalAddress}
        onFound={address => {
          draft.setState({ postalAddress: address ?? undefined })
          draft.setAnswer('policyholders.useVehicleAddress', 'NO')
          undo.clear()
        }}
      />
      <p>{words.documentsNote}</p>
    </section>
  )
}
