/** zod schemas for settings in the environment, with error messages for the operator; config.ts combines them. */
import * as z from 'zod'

/** A wrong or incomplete setting; its message holds one sentence a line, for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The variables that are set; blank ones are left out. */
export type Environment = Readonly<Record<string, string | undefined>>

export type EnvironmentSchema<T> = z.ZodType<T, unknown>

export const variableNameOf = ({ path = [] }: { readonly path?: readonly PropertyKey[] | undefined }) =>
  String(path.at(-1))

/** A schema of one variable's text. Its sentence begins with the name of the variable. */
export const checkedText = (
  isRight: (text: string) => boolean,
  problem: (name: string, text: string) => string,
) =>
  z.string().refine(isRight, {
    abort: true,
    error: issue => problem(variableNameOf(issue), String(issue.input)),
  })

export const anyText = z.string()

export const oneOf = <const T extends string>(...choices: readonly [T, ...T[]]) =>
  z
    .enum(choices, {
      error: issue => `${variableNameOf(issue)} is '${issue.input}'; it can be ${choices.join(', ')}.`,
    })
    .prefault(choices[0])

/** A whole number with limits; without a default the setting is required. */
export const wholeNumber = (least: number, most: number) =>
  checkedText(
    text => Number.isInteger(Number(text)) && Number(text) >= least && Number(text) <= most,
    (name, text) => `${name} is '${text}'; it is a whole number from ${least} to ${most}.`,
  ).transform(Number)

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(Boolean)

/** Loopback hosts, which need no network. */
export const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const protocolOf = (text: string): string | null => (URL.canParse(text) ? new URL(text).protocol : null)

/** An http address without slashes at its end; https only in production. */
export const urlSetting = (production: boolean) =>
  checkedText(
    text => ['https:', 'http:'].includes(protocolOf(text) ?? ''),
    name => `${name} is not an address that begins with https:// or http://.`,
  )
    .refine(text => !production || protocolOf(text) === 'https:', {
      error: issue => `${variableNameOf(issue)} must begin with https:// in production.`,
    })
    .transform(text => text.replace(/\/+$/, ''))

export const originSetting = (production: boolean) =>
  urlSetting(production).transform(address => new URL(address).origin)

interface Setting<T extends z.ZodType> {
  readonly name: string
  readonly schema: T
}
export const setting = <T extends z.ZodType>(name: string, schema: T): Setting<T> => ({ name, schema })

type Settings = Readonly<Record<string, Setting<z.ZodType>>>
type Values<S extends Settings> = { readonly [K in keyof S]: z.output<S[K]['schema']> }

export const settings = <S extends Settings>(shape: S): EnvironmentSchema<Values<S>> =>
  z
    .object(Object.fromEntries(Object.values(shape).map(({ name, schema }) => [name, schema])))
    .transform(
      values =>
        Object.fromEntries(Object.entries(shape).map(([key, { name }]) => [key, values[name]])) as Values<S>,
    )

type Kinds = Readonly<Record<string, Settings>>
type Chosen<K extends Kinds> = {
  readonly [Name in keyof K & string]: { readonly kind: Name } & Values<K[Name]>
}[keyof K & string]

const isRequired = ({ schema }: Setting<z.ZodType>): boolean => !schema.safeParse(undefined).success

/** Reads the kind that `chooser` names, by default the first, and rejects settings that only other kinds have. */
export function settingsByKind<const K extends Kinds>(chooser: string, kinds: K) {
  const names = Object.keys(kinds) as [string, ...string[]]
  const kindsWith = (name: string) =>
    names.filter(kind => Object.values(kinds[kind] ?? {}).some(setting => setting.name === name))
  const allNames = new Set(
    Object.values(kinds).flatMap(shape => Object.values(shape).map(({ name }) => name)),
  )

  /** One sentence for all unused settings that belong to the same kinds. */
  function unusedSettings(environment: Environment, kind: string): string[] {
    const unused = [...allNames].filter(
      name => environment[name] !== undefined && !kindsWith(name).includes(kind),
    )
    const groups = Map.groupBy(unused, name =>
      kindsWith(name)
        .map(other => `'${other}'`)
        .join(' or '),
    )
    return [...groups].map(([others, of]) => `${of.join(' and ')} is set, but ${chooser} is not ${others}.`)
  }

  return z.record(z.string(), z.string()).transform((environment, context) => {
    const fail = (problems: readonly string[]) => {
      for (const message of problems) context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const chosen = z.object({ [chooser]: oneOf(...names) }).safeParse(environment)
    if (!chosen.success) return fail(sentencesOf(chosen.error))
    const kind = chosen.data[chooser] ?? names[0]
    const shape = kinds[kind] ?? {}
    const missing = Object.values(shape).filter(one => environment[one.name] === undefined && isRequired(one))
    const problems = unusedSettings(environment, kind)
    if (missing.length > 0)
      problems.push(`${chooser}=${kind} needs ${missing.map(({ name }) => name).join(' and ')} as well.`)
    if (problems.length > 0) return fail(problems)
    const read = settings(shape).safeParse(environment)
    return read.success ? ({ kind, ...read.data } as Chosen<K>) : fail(sentencesOf(read.error))
  })
}

type Parts = Readonly<Record<string, EnvironmentSchema<unknown>>>

/** Gives every part the whole environment; the problems of all parts are reported together. */
export const combineSettings = <P extends Parts>(parts: P) =>
  z.preprocess(
    environment => Object.fromEntries(Object.keys(parts).map(name => [name, environment])),
    z.object(parts),
  )

const sentencesOf = (error: z.ZodError): string[] => error.issues.map(({ message }) => message)

/** Throws a ConfigError with all problems. */
export function parseSettings<T>(schema: EnvironmentSchema<T>, environment: Environment): T {
  const isSet = Object.entries(environment).flatMap(([name, value]) =>
    value?.trim() ? [[name, value.trim()]] : [],
  )
  const read = schema.safeParse(Object.fromEntries(isSet))
  if (!read.success) throw new ConfigError(sentencesOf(read.error).join('\n'))
  return read.data
}
