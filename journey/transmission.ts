/** The transmission of a car. The customer chooses it, and it narrows the models that a plate can mean. */
export const transmissions = ['Automatic', 'Manual'] as const
export type Transmission = (typeof transmissions)[number]
