/** Decides whether a host is a production host, for the browser's analytics and the server's content security policy. */

const partsOfTrialAddresses = ['int', 'dev', 'uat', 'pre', 'localhost']

/**
 * The specification's test for a production host, for analytics and the content security policy. It searches the
 * whole address, so 'print' counts as 'int'.
 * @param address a host or a whole URL
 */
export const isProductionHost = (address: string): boolean =>
  !partsOfTrialAddresses.some(part => address.includes(part))
