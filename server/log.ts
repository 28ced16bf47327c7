/** The log: one JSON line an event, made of event names, codes, ids and numbers. What people typed never comes here. */
import type { Log } from './context.ts'
import { scrub } from './scrub.ts'

/** Where an error came from, without its message: messages of databases and partners quote people's answers. */
function originOf(cause: unknown): Record<string, string> {
  if (!(cause instanceof Error)) return {}
  const frames = (cause.stack ?? '').split('\n').filter(line => line.trimStart().startsWith('at '))
  const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {}
  return {
    error: cause.name,
    ...code,
    at: frames
      .slice(0, 4)
      .map(line => line.trim())
      .join(' | '),
  }
}

export function jsonLog(write: (line: string) => void, now: () => Date): Log {
  const line = (level: 'info' | 'error', event: string, facts: object, cause?: unknown) =>
    write(
      `${scrub(JSON.stringify({ time: now().toISOString(), level, event, ...facts, ...originOf(cause) }))}\n`,
    )
  return {
    info: (event, facts = {}) => line('info', event, facts),
    error: (event, facts = {}, cause) => line('error', event, facts, cause),
  }
}
