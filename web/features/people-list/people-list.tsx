/** The shared parts of the driver and policyholder lists: a person's fields, and adding and removing people. */
import type { FieldPath, FormAnswers } from '#journey/questions/form-answers.ts'
import { DateField } from '#web/components/date-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { layoutText } from '#web/content/layout.ts'
import type { DraftState, Prefilled } from '#web/features/draft/draft-state.ts'
import { useDraftSelector } from '#web/features/draft/draft-store.ts'
import './people-list.css'
import { applyAndFocus, type UndoableChange, type UndoHandle } from './use-undo.tsx'

export interface PersonFieldsProps {
  readonly path: `driver.drivers.${number}` | `policyholders.policyholders.${number}`
  readonly isFirst: boolean
  readonly texts: Readonly<Record<'firstName' | 'lastName' | 'dateOfBirth' | 'dateOfBirthHint', string>>
}

export function PersonFields({ path, isFirst, texts }: PersonFieldsProps) {
  const autofill = (token: string) => (isFirst ? token : 'off')
  return (
    <>
      <div className="people-list-names">
        <TextField
          field={`${path}.firstName`}
          label={texts.firstName}
          autoComplete={autofill('given-name')}
          autoCapitalize="words"
        />
        <TextField
          field={`${path}.lastName`}
          label={texts.lastName}
          autoComplete={autofill('family-name')}
          autoCapitalize="words"
        />
      </div>
      <DateField
        field={`${path}.dateOfBirth`}
        label={texts.dateOfBirth}
        hint={texts.dateOfBirthHint}
        autoComplete={autofill('bday')}
      />
    </>
  )
}

export interface PeopleListOptions<Person> {
  /** The field path of the list: error messages move along with their people. */
  readonly path: 'driver.drivers' | 'policyholders.policyholders'
  readonly newPerson: Person
  people(): readonly Person[]
  setPeople(people: readonly Person[]): void
  /** The id of a person's heading, which takes the focus when the person was added or restored. */
  headingId(index: number): string
  /** The id of what takes the focus after this person was removed. */
  focusAfterRemoval(index: number): string
  /** The text of the 'Undo' notice about the removed person, and its position. */
  removalNotice(index: number, count: number): Pick<UndoableChange, 'text' | 'anchorId'>
  readonly undo: UndoHandle
  readonly moveErrors: FormHandle['moveErrors']
}

export function usePeopleList<Person>(options: PeopleListOptions<Person>) {
  const { path, newPerson, people, setPeople, headingId, undo, moveErrors } = options
  return {
    add() {
      const index = people().length
      applyAndFocus(headingId(index), () => {
        setPeople([...people(), newPerson])
        undo.clear()
      })
    },
    /** Removes a person and offers 'Undo'. The first one cannot be removed. */
    remove(index: number) {
      const removed = people()[index]
      if (!removed || index === 0) return
      const notice = options.removalNotice(index, people().length)
      applyAndFocus(options.focusAfterRemoval(index), () => {
        moveErrors(shiftFieldsUp(path, index))
        setPeople(people().filter((_, other) => other !== index))
        undo.offer({
          ...notice,
          focusId: headingId(index),
          undo() {
            moveErrors(shiftFieldsDown(path, index))
            setPeople([...people().slice(0, index), removed, ...people().slice(index)])
          },
        })
      })
    },
  }
}

/** Maps a field of the list to the person's new index; `to` gives null for a removed person. */
const movedFields =
  (path: string, to: (index: number) => number | null) =>
  (field: FieldPath): FieldPath | null => {
    if (!field.startsWith(`${path}.`)) return field
    const [index, ...parts] = field.slice(path.length + 1).split('.')
    const target = to(Number(index))
    return target === null ? null : ([path, target, ...parts].join('.') as FieldPath)
  }

/** The fields of the people after the removed one move up. */
export const shiftFieldsUp = (path: string, removed: number) =>
  movedFields(path, index => (index === removed ? null : index > removed ? index - 1 : index))

/** The fields of the people from this index on move down, for a person who is restored. */
export const shiftFieldsDown = (path: string, restored: number) =>
  movedFields(path, index => (index >= restored ? index + 1 : index))

/** True while one of the fields still has the partner's value. The mobile code has a default, so it does not count. */
function isPrefilled(person: keyof Prefilled, answers: FormAnswers, { prefilled }: DraftState): boolean {
  const form = person === 'driver' ? answers.driver.drivers[0] : answers.policyholders.policyholders[0]
  const { mobileCode: _, ...texts }: Readonly<Record<string, unknown>> = prefilled?.[person] ?? {}
  return Object.entries(texts).some(([key, text]) => form?.[key as keyof typeof form] === text)
}

/** The notice above fields that a partner prefilled, until every prefilled value was changed. */
export function PrefilledNotice({ person }: { person: keyof Prefilled }) {
  const isShown = useDraftSelector((answers, state) => isPrefilled(person, answers, state))
  return isShown ? <p>{layoutText.offered}</p> : null
}
