/**
 * A bulkhead limits the concurrent calls of one partner's port on this node, so that a slow partner cannot block other
 * work. A call may make several requests.
 */

/** No slot is free: the response is OVERLOADED, and a job is retried later. */
export class PartnerBusyError extends Error {
  override name = 'PartnerBusyError'
}

/** Slots that several ports of one partner may share. */
export interface BulkheadSlots {
  readonly most: number
  taken: number
}
export const createBulkheadSlots = (most: number): BulkheadSlots => ({ most, taken: 0 })

type Method = (...given: never[]) => Promise<unknown>
export type MethodsOf<P> = { [K in keyof P]-?: NonNullable<P[K]> extends Method ? K : never }[keyof P] &
  string

/** Returns the port with each of these methods, if it has it, replaced by what `wrap` makes of it. */
export const wrapMethods = <P extends object>(
  port: P,
  methods: readonly MethodsOf<P>[],
  wrap: (method: Method, name: string) => Method,
): P => ({
  ...port,
  ...Object.fromEntries(
    methods.filter(name => port[name]).map(name => [name, wrap((port[name] as Method).bind(port), name)]),
  ),
})

/** Returns the port with these methods limited together. `onFull` is called for each call that finds no slot. */
export const bulkhead = <P extends object>(
  port: P,
  methods: readonly MethodsOf<P>[],
  slots: BulkheadSlots,
  onFull: () => void = () => undefined,
): P =>
  wrapMethods(port, methods, method => async (...given) => {
    if (slots.taken >= slots.most) {
      onFull()
      throw new PartnerBusyError('all slots of this partner are taken')
    }
    slots.taken += 1
    try {
      return await method(...given)
    } finally {
      slots.taken -= 1
    }
  })
