/** The 'Payment start date' field of step 4 (first debit by card) and step 5 (from the bank account). */
import { addDays, formatDay } from '#journey/dates.ts'
import { paymentStartWithinDays } from '#journey/first-debit.ts'
import { startDateOf } from '#journey/questions/quote.ts'
import { DateField } from '#web/components/date-field.tsx'
import { DatePickerButton } from '#web/components/date-picker-button.tsx'
import { datePickerText, paymentStartText as words } from '#web/content/cover-and-payment.ts'
import { useDraftSelector } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { today } from '#web/lib/server-clock.ts'

const field = 'payment.paymentStartDate'

export function PaymentStartField({ hint }: { hint: 'cardHint' | 'bankHint' }) {
  const earliest = useDraftSelector(answers => startDateOf(answers, today()))
  const announce = useAnnounce()
  const latest = addDays(earliest, paymentStartWithinDays)
  return (
    <DateField
      field={field}
      label={words.label}
      hint={words[hint](formatDay(earliest), formatDay(latest))}
      picker={
        <DatePickerButton
          field={field}
          name={datePickerText.paymentStart}
          earliest={earliest}
          latest={latest}
          announce={announce}
        />
      }
    />
  )
}
