/** Tests of the redirects for the URL that a customer arrives with. */
import { expect, test } from 'vitest'
import { opensImmediately, parseArrivalUrl, removeLinkParameters } from './use-arrival.ts'

const link = { id: 'q1', token: 't1', partnerId: null, back: false }

test.each([
  ['', { kind: 'no-link', back: false }],
  ['?token=t1', { kind: 'no-link', back: false }],
  ['?back=yes', { kind: 'no-link', back: true }],
  ['?partnerId=p7', { kind: 'partner', partnerId: 'p7' }],
  ['?partnerId=%3Cb%3Ea+dealer', { kind: 'partner', partnerId: 'other' }],
  ['?partnerId=', { kind: 'no-link', back: false }],
  ['?partnerId=p7&back=yes', { kind: 'no-link', back: true }],
  ['?id=q1', { kind: 'no-token' }],
  ['?id=q1&token=', { kind: 'no-token' }],
  ['?id=q1&partnerId=p7', { kind: 'no-token' }],
  ['?id=q1&token=t1', { kind: 'link', link }],
  ['?id=q1&token=t1&partnerId=p7', { kind: 'link', link: { ...link, partnerId: 'p7' } }],
  [`?id=q1&token=t1&partnerId=${'x'.repeat(41)}`, { kind: 'link', link: { ...link, partnerId: 'other' } }],
  ['?id=q1&token=t1&partnerId=', { kind: 'link', link }],
  ['?id=q1&token=t1&back=yes', { kind: 'link', link: { ...link, back: true } }],
  ['?id=q1&token=t1&back=no', { kind: 'link', link }],
])('[ENTRY-01] [ENTRY-03] [ENTRY-04] [ENTRY-08] the address %j', (search, arrival) => {
  expect(parseArrivalUrl(search)).toEqual(arrival)
})

test('[ENTRY-03] removes the parameters that open a quote from the address at once', () => {
  const link = 'https://q.example/vehicle?id=q1&token=t1&back=yes'
  expect(removeLinkParameters(`${link}&utm_source=mail&partnerId=p#top`)).toBe('/vehicle?utm_source=mail#top')
  expect(removeLinkParameters(`${link}#payment-cancelled`)).toBe('/vehicle')
})

test.each([
  ['a bare link on another device asks for the quote number', link, null, false],
  ['a link with a live quote-id cookie', link, 'Q123', true],
  ['a partner’s link', { ...link, partnerId: 'p7' }, null, true],
  ['back from the card page', { ...link, back: true }, null, true],
] as const)('[ENTRY-05] [ENTRY-08] %s', (_what, arrived, cookie, atOnce) => {
  expect(opensImmediately(arrived, cookie)).toBe(atOnce)
})
