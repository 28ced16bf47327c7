/** The labels of step 1's fields in the error summary. */

import { carFieldLabels } from '#web/content/car.ts'

const labels: Readonly<Record<string, string>> = carFieldLabels

export const carLabel = (field: string): string => labels[field] ?? field
