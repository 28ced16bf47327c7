/** Tests a click on a link for the keys that open another tab or window; this page then stays unchanged. */
export const isModifiedClick = (press: {
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
}): boolean => press.metaKey || press.ctrlKey || press.shiftKey
