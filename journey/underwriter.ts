/**
 * The insurer behind every brand, as pages and documents name it. The company is invented and does not
 * trade.
 */

const name = 'Kererū Mutual Insurance Limited'

export const underwriter = {
  name,
  /** Insurance (Prudential Supervision) Act 2010: rating, agency and scale are told before the contract. */
  financialStrength: `${name} has a financial strength rating of A (Strong), given by Tasman Example Ratings. The scale runs from AAA (extremely strong), AA (very strong), A (strong), BBB (good), BB (marginal), B (weak), CCC (very weak) and CC (extremely weak) to D (in default). A plus or minus shows a place within a grade.`,
} as const
