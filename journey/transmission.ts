/** How a car changes gear: the customer says it, and it narrows the models a plate may stand for (CAR-04). */
export const transmissions = ['Automatic', 'Manual'] as const
export type Transmission = (typeof transmissions)[number]
