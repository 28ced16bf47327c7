/** Today in New Zealand as the screens count it: pages that stay open over midnight ask anew whenever they render. */
import { type NzDay, nzToday } from '#journey/dates.ts'

export const today = (): NzDay => nzToday(new Date())
