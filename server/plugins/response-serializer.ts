/**
 * JSON serializer compiled from a zod schema: it checks and writes each field in one pass, without the
 * copy that parsing would make.
 */
import { z } from 'zod'

/** Writes a value as JSON; '' for an omitted optional field, null for a value of another shape. */
type Write = (value: unknown) => string | null

/** Characters that JSON has to escape, lone surrogates included. */
const writtenOtherwise = /["\\\p{Cc}\p{Cs}]/u

const writeText: Write = value => {
  if (typeof value !== 'string') return null
  return writtenOtherwise.test(value) ? JSON.stringify(value) : `"${value}"`
}
const writeNumber: Write = value => (Number.isFinite(value) ? `${value}` : null)
const writeWhole: Write = value => (Number.isSafeInteger(value) ? `${value}` : null)
const writeFlag: Write = value => (typeof value === 'boolean' ? `${value}` : null)
const writeNothing: Write = () => null

/** Literals of an enumeration, serialized once. */
function writeOneOf(words: Iterable<unknown>): Write {
  const written = new Map(Array.from(words, word => [word, JSON.stringify(word)]))
  return value => written.get(value) ?? null
}

function writeObject(shape: z.core.$ZodShape): Write {
  const parts = Object.entries(shape).map(([name, schema]) => ({
    name,
    key: `${JSON.stringify(name)}:`,
    write: createResponseSerializer(schema),
  }))
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    let json = ''
    for (const { name, key, write } of parts) {
      const part = write((value as Readonly<Record<string, unknown>>)[name])
      if (part === null) return null
      if (part !== '') json += json === '' ? key + part : `,${key}${part}`
    }
    return `{${json}}`
  }
}

function writeList(element: z.core.$ZodType): Write {
  const write = createResponseSerializer(element)
  return value => {
    if (!Array.isArray(value)) return null
    let json = ''
    for (const entry of value) {
      const part = write(entry)
      // An omitted entry would shift the later ones.
      if (!part) return null
      json += json === '' ? part : `,${part}`
    }
    return `[${json}]`
  }
}

/** Lists of whole numbers, as price tables have: writing them one by one takes up to twice as long. */
const writeWholes: Write = value => {
  if (!Array.isArray(value)) return null
  // Indexed loop: `every` would skip the holes of a sparse array.
  for (let at = 0; at < value.length; at += 1) if (!Number.isSafeInteger(value[at])) return null
  return JSON.stringify(value)
}

const isWhole = (schema: z.core.$ZodType): boolean => schema instanceof z.ZodNumber && schema.isInt

function writeFirstThatFits(schemas: readonly z.core.$ZodType[]): Write {
  const writes = schemas.map(createResponseSerializer)
  return value => {
    for (const write of writes) {
      const json = write(value)
      if (json !== null) return json
    }
    return null
  }
}

/**
 * Returns the serializer of a schema. Its result is null for a value that only the schema itself can judge:
 * one of another shape, or of a type that is not supported here. Of an object only the declared fields are
 * written. Limits of strings, numbers and lists and other refinements are not checked: they are for input.
 */
export function createResponseSerializer(schema: z.core.$ZodType): Write {
  if (schema instanceof z.ZodObject) return writeObject(schema.def.shape)
  if (schema instanceof z.ZodArray)
    return isWhole(schema.def.element) ? writeWholes : writeList(schema.def.element)
  if (schema instanceof z.ZodString) return writeText
  if (schema instanceof z.ZodNumber) return isWhole(schema) ? writeWhole : writeNumber
  if (schema instanceof z.ZodBoolean) return writeFlag
  if (schema instanceof z.ZodEnum) return writeOneOf(schema.options)
  if (schema instanceof z.ZodLiteral) return writeOneOf(schema.values)
  if (schema instanceof z.ZodUnion) return writeFirstThatFits(schema.def.options)
  if (schema instanceof z.ZodOptional) {
    const write = createResponseSerializer(schema.def.innerType)
    return value => (value === undefined ? '' : write(value))
  }
  if (schema instanceof z.ZodNullable) {
    const write = createResponseSerializer(schema.def.innerType)
    return value => (value === null ? 'null' : write(value))
  }
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    const write = createResponseSerializer(schema.def.innerType)
    return value => write(value === undefined ? schema.def.defaultValue : value)
  }
  return writeNothing
}
