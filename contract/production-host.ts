/** Decides by the host whether a site is production or a test; analytics and the content security policy use it. */

const partsOfTrialAddresses = ['int', 'dev', 'uat', 'pre', 'localhost']

/**
 * The specification's own test: none of the parts stands anywhere in the address. 'print' counts as 'int'; no
 * feature for customers depends on it.
 * @param address a host or a whole URL
 */
export const isProductionHost = (address: string): boolean =>
  !partsOfTrialAddresses.some(part => address.includes(part))
