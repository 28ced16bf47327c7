/** Rejects requests from other sites (CSRF) to the API and to pages that change data. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { refuseCall } from './problem-details.ts'

/** True if another site caused this request. Browsers send `sec-fetch-site`; other clients do not. */
export function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Refuses a call from a browser page that is not of the brand's own origin. */
export function rejectCrossOrigin(app: FastifyInstance, services: Dependencies): void {
  app.addHook('onRequest', async (request, response) => {
    const { origin } = request.headers
    if (isCrossSite(request) || (origin !== undefined && origin !== request.caller.origin))
      return refuseCall(request, response, { refused: 'FOREIGN_ORIGIN' }, services)
  })
}
