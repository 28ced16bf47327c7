/**
 * Label values of the metric `openroad_rate_limited_total`: what an exceeded limit counted. `visible_check` is a limit by
 * address where the visible check was required.
 */
export const rateLimitLabels = ['session', 'address', 'visible_check'] as const
export type RateLimitLabel = (typeof rateLimitLabels)[number]
