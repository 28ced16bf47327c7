/** The date of birth and postcode fields that recognise the owner of a quote, for the start page and step 1 (car). */
import { parsePostcode } from '#journey/address.ts'
import { DateField } from '#web/components/date-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { identityText } from '#web/content/identity-check.ts'

export function OwnerDetailsFields() {
  return (
    <>
      <DateField
        field="owner.dateOfBirth"
        label={identityText.dateOfBirth}
        hint={identityText.dateOfBirthHint}
        autoComplete="bday"
      />
      <TextField
        field="owner.postcode"
        label={identityText.postcode}
        hint={identityText.postcodeHint}
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="go"
        transform={parsePostcode}
      />
    </>
  )
}
