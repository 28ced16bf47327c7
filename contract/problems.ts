/** All error codes of the API, as RFC 9457 problem details; the texts for customers are in web/content. */

export const problems = {
  MALFORMED: { status: 400, title: 'The request does not have the agreed shape' },
  UNSUPPORTED_MEDIA: { status: 415, title: 'Only JSON in UTF-8 is read here' },
  TOO_LARGE: { status: 413, title: 'The request is too large' },
  HEADERS_TOO_LARGE: { status: 431, title: 'The head of the request is too large' },
  TOO_SLOW: { status: 408, title: 'The request did not come in time' },
  NOT_LOGGED_IN: { status: 401, title: 'A live session token is needed' },
  FOREIGN_ORIGIN: { status: 403, title: 'This call is for the site itself' },
  NOT_FOUND: { status: 404, title: 'There is nothing here' },
  INVALID_PLATE: { status: 404, title: 'The register knows no such plate' },
  UNKNOWN_HOST: { status: 421, title: 'No brand is served at this host' },
  CAPTCHA_REQUIRED: { status: 428, title: 'A security check is needed first' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests; wait and try again' },
  STALE: { status: 409, title: 'The quote was changed elsewhere in the meantime' },
  QUOTE_CONVERTED: { status: 409, title: 'The quote has become a policy' },
  QUOTE_EXPIRED: { status: 409, title: 'The quote is no longer valid' },
  NOT_READY: { status: 409, title: 'An earlier step is missing' },
  NOT_INSURABLE: { status: 422, title: 'This risk cannot be insured' },
  REJECTED: { status: 422, title: 'The insurer or the payment partner said no' },
  BIND_PENDING: { status: 503, title: 'The policy is being confirmed; ask again' },
  PARTNER_UNAVAILABLE: { status: 502, title: 'A partner did not answer' },
  OVERLOADED: { status: 503, title: 'Too busy just now; try again' },
  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
} as const

export type ProblemCode = keyof typeof problems

export const openQuoteRequiredProblems = [
  'BIND_PENDING',
  'QUOTE_CONVERTED',
  'QUOTE_EXPIRED',
  'NOT_READY',
] as const

/** An invalid field of a body: 'drivers.0.dateOfBirth' 'cannot be'. It never contains the submitted value. */
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
