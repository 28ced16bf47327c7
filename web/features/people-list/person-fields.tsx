/** The names and date of birth of a driver or policyholder. Only the first person's fields allow autofill. */

import { DateField } from '#web/components/date-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import css from './people-list.module.css'

export interface PersonFieldsProps {
  readonly path: `driver.drivers.${number}` | `policyholders.policyholders.${number}`
  readonly isFirst: boolean
  readonly texts: {
    readonly firstName: string
    readonly lastName: string
    readonly dateOfBirth: string
    readonly dateOfBirthHint: string
  }
}

export function PersonFields({ path, isFirst, texts }: PersonFieldsProps) {
  const autofill = (token: string) => (isFirst ? token : 'off')
  return (
    <>
      <div className={css.names}>
        <TextField
          field={`${path}.firstName`}
          label={texts.firstName}
          autoComplete={autofill('given-name')}
          autoCapitalize="words"
          enterKeyHint="next"
        />
        <TextField
          field={`${path}.lastName`}
          label={texts.lastName}
          autoComplete={autofill('family-name')}
          autoCapitalize="words"
          enterKeyHint="next"
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
