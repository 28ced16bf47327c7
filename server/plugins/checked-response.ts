/**
 * Fastify serializer compiler that checks every response against its schema: unknown fields are dropped,
 * and a missing field is a bug (500).
 */
import type { FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { createResponseSerializer } from './response-serializer.ts'

/**
 * Values that the fast serializer cannot write are parsed by their schema, which also describes the error.
 */
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
