/** Number plates as people type them and as every call carries them. */

export const maximumPlateLength = 6

/** Upper case without spaces and hyphens: ' jhu-968 ' → 'JHU968'. Digits and letters stay as typed (0 and O differ). */
export const normalisePlate = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

/** What the field shows of it: spaces and hyphens go before the length counts, so that 'jhu 968' can be pasted whole; a full stop behind it comes of dictation. */
export const typePlate = (typed: string): string =>
  normalisePlate(typed)
    .replace(/\.{1,3}$/, '')
    .slice(0, maximumPlateLength)

/** Personalised plates may be one character, so the form says no more than this. */
export const isPlate = (plate: string): boolean =>
  plate.length <= maximumPlateLength && /^[A-Z0-9]+$/.test(plate)

/** The number a car is built with, typed as plates are: 17 characters, none of which is I, O or Q. */
export const isVin = (vin: string): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)
