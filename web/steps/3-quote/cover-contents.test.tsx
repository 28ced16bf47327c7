/** What stands above the lists of what a cover pays for, and what is offered below them. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Answers } from '#journey/answers/problem.ts'
import { coverOptions } from '#journey/cover.ts'
import { underwriter } from '#journey/underwriter.ts'
import { benefitOf } from '#underwriting/benefits.ts'
import { coverFacts } from '#underwriting/cover-facts.ts'
import { createDraft, DraftContext } from '#web/draft.ts'
import { CoverContents } from './cover-contents.tsx'

function markupOf(answers: Answers): string {
  const draft = createDraft(null)
  draft.setAnswers(answers)
  return renderToStaticMarkup(
    <DraftContext value={draft}>
      <CoverContents />
    </DraftContext>,
  )
}

it('[QUOTE-11] names the insurer before the first sentence in which ‘we’ pays: on all other lines it is the brand', () => {
  const markup = markupOf({})
  const before = markup.slice(0, markup.search(/\bWe\b/))
  expect(before).toContain(`‘we’ is ${underwriter.name}`)
})

it.each(coverOptions)('[QUOTE-11] of the options only %s, which was taken, is not offered', option => {
  const markup = markupOf({ [option]: 'YES' })
  const { options } = coverFacts('COMPREHENSIVE')
  expect(options.filter(({ sentence }) => !markup.includes(sentence)).map(({ code }) => code)).toEqual([
    benefitOf[option],
  ])
})
