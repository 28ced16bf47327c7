/** Texts for a plate that matches no model. */
export const noModelsFoundText = {
  notFound: (phone: string) =>
    `Could not find vehicle. Please check details and try again. If the issue persists please contact the provider on ${phone} for further assistance.`,
  lookAgain: 'Look again',
  call: (phone: string) => `Call ${phone}`,
} as const
