/** What leaves is held against the shape that was agreed: what nobody asked for stays here, and what lacks a part is our bug. */
import type { FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { createResponseSerializer } from './response-serializer.ts'

/** What cannot be written part by part is read by its schema, as what comes in is, and the schema says what is wrong with it. */
export const checkedResponse: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  const write = createResponseSerializer(schema)
  return answer => {
    const json = write(answer)
    if (json !== null) return json
    const { data, error } = schema.safeParse(answer)
    if (error) throw new ResponseSerializationError(method, url, { cause: error })
    return JSON.stringify(data)
  }
}
