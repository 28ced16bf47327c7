/** Tests of the cover facts. */
import { describe, expect, it } from 'vitest'
import { type CoverType, coverTypes, insuresCar, optionsOf } from '#journey/cover.ts'
import { benefitOf, benefits } from './benefits.ts'
import { additionalExcessTable, benefitsWithLimit, coverFacts, exclusions } from './cover-facts.ts'

describe('the cover facts', () => {
  it.each(coverTypes)(
    '[QUOTE-11] of %s contain both liability limits, and nothing of another cover',
    cover => {
      const facts = coverFacts(cover)
      expect(facts.benefits.length).toBeGreaterThan(4)
      expect(facts.exclusions.length).toBeGreaterThan(8)
      expect(benefitsWithLimit(cover).map(limit => limit.limitDollars)).toEqual(
        expect.arrayContaining([20_000_000, 1_000_000]),
      )
      const texts = facts.benefits.map(benefit => benefit.sentence).join(' ')
      for (const limit of ['$20 million', '$1 million']) expect(texts).toContain(limit)
      expect(facts.benefits.every(benefit => benefit.included[cover] === 'yes')).toBe(true)
      expect(facts.exclusions.every(exclusion => exclusion.covers.includes(cover))).toBe(true)
    },
  )

  it('[QUOTE-06] offer exactly the options that the cover can have', () => {
    const offered = coverTypes.map(cover => coverFacts(cover).options.map(option => option.code))
    expect(offered).toEqual(coverTypes.map(cover => optionsOf[cover].map(option => benefitOf[option])))
    expect(offered[0]).toEqual(['EXCESS_FREE_WINDOW', 'HIRE_CAR', 'ROADSIDE_ASSISTANCE'])
  })

  it('[QUOTE-04] state the additional excesses in dollars', () => {
    expect(additionalExcessTable.map(row => [row.code, row.listedDollars, row.unlistedDollars])).toEqual([
      ['UNDER_25', 500, 1250],
      ['INEXPERIENCED', 250, 700],
      ['DRIVER_HISTORY', 800, null],
    ])
  })

  it('[QUOTE-11] are whole sentences without duplicates', () => {
    const sentences = [...benefits, ...exclusions].map(({ sentence }) => sentence)
    expect(new Set(sentences).size).toBe(sentences.length)
    expect(sentences.filter(sentence => !/^[A-Z].*\.$/.test(sentence))).toEqual([])
  })

  it('[QUOTE-11] limit a replacement car’s value only if the cover insures the car', () => {
    const codes = (cover: CoverType) => benefitsWithLimit(cover).map(limit => limit.code)
    for (const cover of coverTypes)
      expect(codes(cover).includes('REPLACEMENT_CAR'), cover).toBe(insuresCar(cover))
    expect(benefits.find(({ code }) => code === 'REPLACEMENT_CAR')?.sentence).toContain(
      'Where the car itself is covered, it is for up to $100,000.',
    )
  })

  it('[QUOTE-11] list every dollar limit that a sentence mentions', () => {
    for (const cover of coverTypes) {
      const listed = benefitsWithLimit(cover).map(limit => limit.code)
      const promised = coverFacts(cover).benefits.filter(({ sentence }) => sentence.includes('up to $'))
      // The limit of a replacement car is its value, which not every cover insures.
      const owed = promised.filter(({ code }) => code !== 'REPLACEMENT_CAR' || insuresCar(cover))
      expect(listed, cover).toEqual(owed.map(benefit => benefit.code))
    }
  })

  it('[QUOTE-11] mention each limit in its sentence', () => {
    const said = (dollars: number) =>
      dollars >= 1_000_000 ? `$${dollars / 1_000_000} million` : `$${dollars.toLocaleString('en-NZ')}`
    for (const { sentence, limitDollars } of benefits)
      if (limitDollars !== undefined) expect(sentence).toContain(said(limitDollars))
  })
})
