/** fast-check arbitraries from the contract's JSON Schemas: plausible values with hostile parts, for the abuse tests. */
import fc from 'fast-check'
import { z } from 'zod'

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
}

/** Texts that often break programs. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\r\nX-Evil: 1',
  "' or '1'='1",
  "1'; drop table quote; --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '%00%0d%0a',
  '{{7*7}}',
  '\ud800',
  '\u202e\u2066',
  'Ａ'.repeat(500),
  'x'.repeat(5_000),
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '9'.repeat(400),
  'true',
  'null',
  '[]',
  '__proto__',
  'constructor',
  'AUTHENTICATED_V2',
  '//evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
] as const

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    Number.MAX_SAFE_INTEGER,
    -Number.MAX_SAFE_INTEGER,
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [{}],
    [null],
    { $gt: '' },
    { length: 1e9 },
    { toString: 1, valueOf: 1 },
  ),
  fc.anything({ maxDepth: 3, withBigInt: false, withDate: false }),
)

function looksRight(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(looksRight))
  if (schema.allOf) return fc.tuple(...schema.allOf.map(looksRight)).map(parts => Object.assign({}, ...parts))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, leaf(value)])),
        { requiredKeys: [] },
      )
    case 'array':
      return fc.array(leaf(schema.items ?? {}), { maxLength: 4 })
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: -10, max: 200_000 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      )
    case 'boolean':
      return fc.boolean()
    case 'string':
      return fc.oneof(
        fc.constantFrom('JHU968', 'NO', 'YES', '2026-11-21', '1010', 'a@b.nz', 'Queen Street'),
        fc.string(),
      )
    default:
      return hostile
  }
}

/** Usually a valid value, sometimes a hostile one. */
const leaf = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: looksRight(schema) }, { weight: 1, arbitrary: hostile })

const stowaways: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  fc.constantFrom(
    'status',
    'premium',
    'policyNumber',
    'brand',
    'isAdmin',
    'constructor',
    'prototype',
    'id',
    '$where',
  ),
  hostile,
  { maxKeys: 2 },
)

/** Values for a part of a call: mostly valid, with hostile values, missing keys and unknown keys. */
export function fromSchema(schema: z.ZodType): fc.Arbitrary<unknown> {
  const shaped = leaf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  return fc
    .tuple(shaped, stowaways)
    .map(([value, extra]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...extra } : value,
    )
}
