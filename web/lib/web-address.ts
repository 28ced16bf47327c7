/** True for an absolute http(s) URL: the browser does not follow any other URL of a payment page. */
export const isWebAddress = (url: string): boolean => /^https?:\/\/\w\S*$/i.test(url)
