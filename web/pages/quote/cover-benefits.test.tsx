/** Tests of the benefits list: the names of the covers, the headings, and the offers below. */
import { expect, it } from 'vitest'
import { coverOptions } from '#journey/cover.ts'
import { underwriter } from '#journey/underwriter.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { markupOf } from '#test/samples/page.tsx'
import { benefitOf } from '#underwriting/benefits.ts'
import { coverFacts } from '#underwriting/cover-facts.ts'
import { CoverTable, CoverTabs } from './covers.tsx'
import { CoverBenefits } from './lazy/cover-benefits-and-print-header.tsx'

const benefits = (answers: FormTexts = {}) => markupOf(<CoverBenefits answers={formOf(answers)} />)

const textsOf = (markup: string, element: RegExp): string[] =>
  [...markup.matchAll(element)].map(([, inner = '']) =>
    inner
      .replace(/<[^>]*>/g, '')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' '),
  )

const named = ['Everyday Plus (Comprehensive)', 'Third Party, Fire & Theft', 'Third Party Property Damage']

it('[QUOTE-01] the tabs show the kind of cover of Everyday Plus between its name and its price', () => {
  const tabs = textsOf(markupOf(<CoverTabs />), /<button[^>]*role="tab"[^>]*>(.*?)<\/button>/gs)
  expect(tabs.map((tab, place) => tab.startsWith(`${named[place]} `))).toEqual([true, true, true])
})

it('[QUOTE-01] the comparison shows it in its heads, and in the cells that a phone shows without heads', () => {
  const markup = markupOf(<CoverTable />)
  expect(textsOf(markup, /<th scope="col">(.*?)<\/th>/gs).slice(1)).toEqual(named)
  const cells = [...markup.matchAll(/data-label="(.*?)"/g)].map(([, name = '']) => name.replace('&amp;', '&'))
  expect(new Set(cells)).toEqual(new Set(named))
})

it('[QUOTE-11] names the insurer before the first sentence in which ‘we’ pays', () => {
  const [before] = benefits().split(/\bWe\b/)
  expect(before).toContain(`‘we’ is ${underwriter.name}`)
})

it.each(coverOptions)('[QUOTE-11] does not offer the chosen option %s again', option => {
  const markup = benefits({ [`cover.${option}`]: 'YES' })
  const { options } = coverFacts('COMPREHENSIVE')
  expect(options.filter(({ sentence }) => !markup.includes(sentence)).map(({ code }) => code)).toEqual([
    benefitOf[option],
  ])
})
