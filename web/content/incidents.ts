/** The number of a driver's incidents in words: 'no incidents', '1 incident', '3 incidents'. */
export const incidentsText = (count: string): string =>
  count === '0' ? 'no incidents' : count === '1' ? '1 incident' : `${count} incidents`
