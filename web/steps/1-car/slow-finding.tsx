/** A model that takes long to be found: keep waiting, call, or change the plate (CAR-04). */
import { Button } from '#web/form/button.tsx'
import { fieldId } from '#web/form/problems.ts'
import { usePage } from '#web/page.ts'
import { slowFindingWords as words } from '#web/words/slow-finding.ts'

export function SlowFinding() {
  const { brand } = usePage()
  return (
    <>
      <p role="status">
        {words.still} <a href={`tel:${brand.supportPhone.tel}`}>{brand.supportPhone.text}</a>
      </p>
      <Button kind="quiet" onPress={() => document.getElementById(fieldId('plate'))?.focus()}>
        {words.changePlate}
      </Button>
    </>
  )
}
