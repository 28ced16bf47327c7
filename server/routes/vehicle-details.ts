/**
 * GET vehicleDetails/{regNumber}: whether the register knows a plate. The response contains nothing else.
 */
import { type Handler, refuse, reply } from '#server/lib/context.ts'

export const vehicleDetails: Handler<'vehicleDetails'> = async ({ params }, { register }) => {
  const answer = await register.lookUp(params.regNumber)
  if (answer.outcome === 'found') return reply({ regNumber: params.regNumber })
  return refuse(answer.outcome === 'unknown-plate' ? 'INVALID_PLATE' : 'PARTNER_UNAVAILABLE')
}
