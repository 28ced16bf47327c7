/** The HTTP client of tests: all calls of the contract, with or without a cookie jar. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { endpoints, type RequestBodyOf, type ResponseOf } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import { passThroughAuthorization } from '#contract/tokens-and-cookies.ts'

export interface CallOptions<N extends EndpointName> {
  readonly body?: RequestBodyOf<N>
  readonly query?: Record<string, string>
  readonly params?: Record<string, string>
  readonly headers?: Record<string, string>
}

export interface Reply<N extends EndpointName> {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON of a 200; throws for other statuses. */
  ok(): ResponseOf<N>
  readonly json: unknown
  readonly bytes: Buffer
}

export interface Client {
  readonly cookies: Map<string, string>
  token: string | null
  call<N extends EndpointName>(name: N, options?: CallOptions<N>): Promise<Reply<N>>
  /** Sends any request with this client's cookies. */
  request(path: string, init?: RequestInit): Promise<Response>
}

export interface ClientOptions {
  readonly keepsCookies?: boolean
  /** The Host header; default: that of the origin. */
  readonly host?: string
  readonly cookies?: ReadonlyMap<string, string>
}

export function createClient(origin: string, options: ClientOptions = {}): Client {
  const { keepsCookies = true, host } = options
  const cookies = new Map(options.cookies)
  const client: Client = {
    cookies,
    token: null,
    async request(path, init = {}) {
      const headers = new Headers(init.headers)
      if (cookies.size > 0)
        headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const response = host
        ? await requestAt(host, `${origin}${path}`, { ...init, headers })
        : await fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers })
      if (keepsCookies)
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
          cookies.set(name, value)
        }
      return response
    },
    async call(name, { body, query, params, headers } = {}) {
      const row = endpoints[name]
      const path = row.path.replace(/:(\w+)/g, (_all, key: string) => encodeURIComponent(params?.[key] ?? ''))
      const search = query ? `?${new URLSearchParams(query)}` : ''
      const authorization =
        row.access === 'bearer' && client.token ? `Bearer ${client.token}` : passThroughAuthorization
      const sent = body && encodeBody(body, 'form' in row)
      const response = await client.request(`/edge${path}${search}`, {
        method: row.method,
        headers: { authorization, ...(sent && { 'content-type': sent.type }), ...headers },
        ...(sent && { body: sent.text }),
      })
      return replyOf(name, response)
    },
  }
  return client
}

const encodeBody = (body: object, isForm: boolean) =>
  isForm
    ? { type: 'application/x-www-form-urlencoded', text: String(new URLSearchParams({ ...body })) }
    : { type: 'application/json', text: JSON.stringify(body) }

/** The policy number in the reply to a bind or to a look-up of the policy; null if there is none. */
export function policyNumberIn(json: unknown): string | null {
  const { policyNumber, policyId = policyNumber } = Object(json) as Record<string, unknown>
  return policyId === undefined ? null : String(policyId)
}

/** The client with another way to call; it keeps the session and token of the first. */
export const withCall = (client: Client, call: Client['call']): Client => ({
  ...client,
  get token() {
    return client.token
  },
  set token(token) {
    client.token = token
  },
  call,
})

/** The statuses of this many calls, one after another. */
export async function statusesOf(
  times: number,
  ask: (index: number) => Promise<{ readonly status: number }>,
): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1) statuses.push((await ask(index)).status)
  return statuses
}

/** A body that `fetch` sends in chunks, because a stream has no length. */
export const inChunks = (text: string): RequestInit => ({
  body: new Blob([text]).stream(),
  ...{ duplex: 'half' },
})

/** Sends these bytes on a connection of its own, and reads what comes back unless `reads` is false. */
export function rawConnection(origin: string, bytes: string, { reads = true } = {}) {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let heard = ''
  if (reads)
    socket.on('data', data => {
      heard += data.toString('latin1')
    })
  else socket.pause()
  socket.on('error', () => undefined)
  socket.write(bytes)
  return {
    socket,
    heard: () => heard,
    /** Waits until the server closes the connection; returns all that came back. Call it before that. */
    answer: () => new Promise<string>(resolve => socket.on('close', () => resolve(heard))),
  }
}

/** Like `fetch`, but with any Host header. */
function requestAt(host: string, address: string, init: RequestInit): Promise<Response> {
  const headers = { ...Object.fromEntries(new Headers(init.headers)), host }
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: init.method ?? 'GET', headers }, async answer => {
      const body = Buffer.concat(await answer.toArray())
      const status = answer.statusCode ?? 0
      const got = new Headers()
      for (let at = 0; at < answer.rawHeaders.length; at += 2)
        got.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
      resolve(new Response([204, 304].includes(status) ? null : body, { status, headers: got }))
    })
    sent.on('error', reject)
    sent.end(typeof init.body === 'string' ? init.body : undefined)
  })
}

async function replyOf<N extends EndpointName>(name: N, response: Response): Promise<Reply<N>> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const json: unknown = isJson && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : null
  return {
    status: response.status,
    headers: response.headers,
    json,
    bytes,
    ok() {
      if (response.status !== 200)
        throw new Error(`${name} answered ${response.status}: ${bytes.toString('utf8').slice(0, 500)}`)
      return json as ResponseOf<N>
    },
  }
}
