/** What each field of step 1 is called in the error summary. */
import { carWords } from '#web/words/car.ts'

const labels: Readonly<Record<string, string>> = {
  plate: carWords.plate,
  transmission: carWords.transmission,
  vehicleKey: carWords.model,
  businessUse: carWords.businessUse,
  modification: carWords.modification,
  isFinanced: carWords.isFinanced,
  financeCompany: carWords.financeCompany,
  riskAddress: carWords.riskAddress,
  carValue: carWords.carValue,
}

export const carLabel = (field: string): string => labels[field] ?? field
