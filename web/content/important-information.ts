/** Texts of the 'Important information' dialog before the first question. */
import { quoteValidDays } from '#journey/cover.ts'
import { insuredByText } from './insurer.ts'

export const importantInformationText = {
  title: 'Important information',
  button: 'I understand',
  parts: [
    {
      heading: 'Insurance quote',
      text: `Your price comes from the answers you give here. To work it out we send them to ${insuredByText}. The price holds for ${quoteValidDays} days, as long as you change nothing: the car, its drivers, its address, your cover or its start. You are covered from your start date, once we have confirmed your policy.`,
    },
    {
      heading: 'Duty of disclosure',
      text: 'Before you buy, tell us everything that could affect the insurer’s decision to insure you or on what terms, except what a question lets you leave out. Answer for every driver. If something is left out or wrong, a claim may be declined or your policy cancelled from its start.',
    },
    {
      heading: 'No financial advice',
      text: 'We tell you what each cover does and what it costs, but we do not give financial advice and do not look at whether a cover suits your needs. Read the policy wording and ask us if anything is unclear.',
    },
  ],
} as const
