/** Reads the URL of the payment page from a response of payment/create or payment/retry. */
import type { ResponseOf } from '#contract/endpoints.ts'
import type { ApiResult } from './request-and-response.ts'

type Reply = ResponseOf<'paymentCreate'> | ResponseOf<'paymentRetry'>

/** Null unless it is an absolute http(s) URL: the browser follows no other. */
export function paymentPageUrl(result: ApiResult<Reply>): string | null {
  const url = result.outcome === 'ok' ? result.data.data?.attributes?.url : undefined
  return url && /^https?:\/\/\w\S*$/i.test(url) ? url : null
}
