/**
 * Readers of single settings for config.ts: enumerations, whole numbers, URLs, and one sentence for each
 * incomplete setting.
 */

export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type Reader = (name: string) => string | undefined

type Read<T extends Readonly<Record<string, () => unknown>>> = { [K in keyof T]: ReturnType<T[K]> }

/** Runs all readers; if some fail, throws one ConfigError with all sentences, one per line. */
export function readAll<T extends Readonly<Record<string, () => unknown>>>(readers: T): Read<T> {
  const sentences: string[] = []
  const found = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, read()]
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      sentences.push(error.message)
      return [name, null]
    }
  })
  if (sentences.length > 0) throw new ConfigError(sentences.join('\n'))
  return Object.fromEntries(found) as Read<T>
}

export function oneOf<T extends string>(read: Reader, name: string, choices: readonly T[]): T {
  const value = read(name) ?? choices[0]
  const found = choices.find(choice => choice === value)
  if (!found) throw new ConfigError(`${name} is '${value}'; it can be ${choices.join(', ')}.`)
  return found
}

export function required<K extends string>(
  read: Reader,
  because: string,
  names: readonly K[],
): Record<K, string> {
  const missing = names.filter(name => read(name) === undefined)
  if (missing.length > 0) throw new ConfigError(`${because} needs ${missing.join(' and ')} as well.`)
  return Object.fromEntries(names.map(name => [name, read(name) ?? ''])) as Record<K, string>
}

export function wholeNumber(
  read: Reader,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const text = read(name)
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new ConfigError(`${name} is '${text}'; it is a whole number from ${least} to ${most}.`)
  return value
}

/** Loopback hosts, which need no network. */
export const thisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function secureUrl(name: string, text: string, production: boolean): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(`${name} is not an address that begins with https:// or http://.`)
  if (production && new URL(text).protocol !== 'https:')
    throw new ConfigError(`${name} must begin with https:// in production.`)
  return text.replace(/\/+$/, '')
}

/** Reports settings of an option that is not selected as incomplete. */
export function rejectUnusedSettings(
  read: Reader,
  chosen: string,
  choices: readonly string[],
  names: readonly string[],
): void {
  const stray = names.filter(name => read(name) !== undefined)
  if (stray.length > 0)
    throw new ConfigError(
      `${stray.join(' and ')} is set, but ${chosen} is not ${choices.map(choice => `'${choice}'`).join(' or ')}.`,
    )
}
