/** The `code` of a system or PostgreSQL error ('ENOENT', '40001'), or undefined where there is none: what retries and races are told apart by. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** PostgreSQL's code where a unique index forbids a row. */
export const uniqueViolation = '23505'
