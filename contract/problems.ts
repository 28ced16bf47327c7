/** All error codes of the API, as RFC 9457 problem details; the texts for customers are in web/content. */

export const problems = {
  MALFORMED: { status: 400, title: 'The request is invalid' },
  UNSUPPORTED_MEDIA: { status: 415, title: 'The request body must be uncompressed JSON in UTF-8' },
  TOO_LARGE: { status: 413, title: 'The request is too large' },
  HEADERS_TOO_LARGE: { status: 431, title: 'The request headers are too large' },
  TOO_SLOW: { status: 408, title: 'The request was not received in time' },
  NOT_LOGGED_IN: { status: 401, title: 'A valid session token is required' },
  FOREIGN_ORIGIN: { status: 403, title: 'Requests from other origins are not allowed' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  INVALID_PLATE: { status: 404, title: 'Unknown plate' },
  UNKNOWN_HOST: { status: 421, title: 'No brand is configured for this host' },
  CAPTCHA_REQUIRED: { status: 428, title: 'A security check is required' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests; try again later' },
  STALE: { status: 409, title: 'The quote has changed since it was read' },
  QUOTE_CONVERTED: { status: 409, title: 'The quote has been converted to a policy' },
  QUOTE_EXPIRED: { status: 409, title: 'The quote has expired' },
  NOT_READY: { status: 409, title: 'The quote is not ready for this request' },
  NOT_INSURABLE: { status: 422, title: 'This risk cannot be insured' },
  REJECTED: { status: 422, title: 'The insurer or the payment partner rejected the request' },
  BIND_PENDING: { status: 503, title: 'The policy is being confirmed; try again later' },
  PARTNER_UNAVAILABLE: { status: 502, title: 'A partner is unavailable' },
  OVERLOADED: { status: 503, title: 'The server is busy; try again later' },
  INTERNAL: { status: 500, title: 'Internal server error' },
} as const

export type ProblemCode = keyof typeof problems

export const openQuoteRequiredProblems = [
  'BIND_PENDING',
  'QUOTE_CONVERTED',
  'QUOTE_EXPIRED',
  'NOT_READY',
] as const

/** An invalid field of a body: 'drivers.0.dateOfBirth' 'is not possible'. It never contains the submitted value. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** The body of every problem response. A customer can read out `requestId` on the phone. */
export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ProblemCode
  readonly requestId: string
  readonly errors?: readonly FieldError[]
}
