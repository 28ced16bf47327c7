/** Names and descriptions of a cover's optional extras. */
import { type CoverOption, hireCarDays, roadsideCallOuts } from '#journey/cover.ts'

export const coverExtrasText = {
  excessFreeWindow: {
    label: 'Excess-free window',
    help: 'No excess when only the windscreen or other glass of your car is damaged.',
  },
  hireCar: {
    label: 'Hire car',
    help: `A hire car for up to ${hireCarDays} days while your car is repaired or missing after something we cover.`,
  },
  roadsideAssistance: {
    label: 'Roadside assistance',
    help: `Help day and night: flat battery, flat tyre, no fuel, locked-in keys or a tow. Up to ${roadsideCallOuts} call-outs a year. You pay no excess.`,
  },
} as const satisfies Record<CoverOption, { label: string; help: string }>
