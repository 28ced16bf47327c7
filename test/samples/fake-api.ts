/** A client of the /edge calls with the replies that a test gives, for tests of the pages. */
import type { EndpointName } from '#contract/routes.ts'
import type { Api, CallOptions } from '#web/api/client.ts'
import type { ApiResult, RawRequest } from '#web/api/request-and-response.ts'

type Reply = ApiResult<unknown>

/** @param reply of each call; its data may also be what the contract does not allow */
export const fakeApi = (
  reply: (name: EndpointName, request: RawRequest, options?: CallOptions) => Reply | Promise<Reply>,
  login: Api['login'] = async () => null,
): Api => ({
  call: async (name, request, options) =>
    (await reply(name, (request ?? {}) as RawRequest, options)) as ApiResult<never>,
  login,
})
