/** Decides whether a host is a production host, for the browser's analytics and the server's content security policy. */

const partsOfTrialAddresses = ['int', 'dev', 'uat', 'pre', 'localhost']

/** Searches the whole host or URL, as the specification does, so 'print' counts as 'int'. */
export const isProductionHost = (address: string): boolean =>
  !partsOfTrialAddresses.some(part => address.includes(part))
