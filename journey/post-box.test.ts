/** What is a box or a bag at a post shop, and what only sounds like one. */
import { expect, it } from 'vitest'
import { isPostBox } from './post-box.ts'

it.each([
  'PO Box 23226',
  'P.O. Box 12',
  'P. O. Box 12',
  'P O Box 12',
  'po box12',
  'P.O.Box 117',
  'POBox 117',
  ' Post Office Box 4',
  'Private Bag 92019',
  'PRIVATE  BAG 3',
])('[CAR-09] nobody keeps a car in %s', line => {
  expect(isPostBox(line)).toBe(true)
})

it.each([
  '88 Remuera Road',
  '12 Box Hill',
  'Box Cottage, 4 Main Road',
  '3 Post Office Road',
  'Poboxa Lodge',
  'P O Boxer Lane',
  '1 Private Road',
  'Private Baggage Lane 2',
  '',
])('[CAR-09] %j may be where a car is kept', line => {
  expect(isPostBox(line)).toBe(false)
})
