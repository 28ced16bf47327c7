/** Turns a known startup failure (port in use, no permission) into a sentence for main.ts and operator commands. */
import { errorCode } from '#db/postgres-errors.ts'

/** SQLSTATE of PostgreSQL: permission denied, must be owner. */
const forbidden = '42501'

/** Compared by name, because the import rules forbid some of the classes. */
const saysItself: ReadonlySet<string> = new Set([
  'AddressImportError',
  'BrandError',
  'ConfigError',
  'DatabaseUnreachableError',
  'DevPostgresError',
  'NoTimeLimitError',
  'SchemaOutdatedError',
])

const unwritable: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'])

/** Returns null for a bug. */
export function describeStartupError(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (saysItself.has(error.name)) return error.message
  const { code = '', syscall, path, port } = error as NodeJS.ErrnoException & { readonly port?: number }
  // A migration error has the database error as its cause.
  if (code === forbidden || errorCode(error.cause) === forbidden)
    return 'The role of DATABASE_URL may not do what a node does: it has to own the database and all that is in it.'
  if (code === 'EADDRINUSE')
    return `Something else is listening at port ${port} already: set PORT, METRICS_PORT or REPORT_PORT to another number.`
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return 'HOST or REPORT_HOST is no address of this machine.'
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} may not be listened at by this account: set PORT to one above 1023.`
  if (unwritable.has(code) && path !== undefined)
    return `${path} cannot be written (${code}): set DATA_DIR to a folder that can.`
  return null
}
