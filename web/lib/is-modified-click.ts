/** A link pressed with one of these keys opens in another tab or window: this one stays as it is. */
export const isModifiedClick = (press: {
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
}): boolean => press.metaKey || press.ctrlKey || press.shiftKey
