/** Tables of texts in a block, for tests that try many of them: a bar or a line end is between two. */

const parts = (block: string, separator: RegExp): string[] => block.split(separator).map(text => text.trim())

/** The texts of a block, without the blanks around them. */
export const texts = (block: string): string[] => parts(block, /[|\n]/).filter(text => text !== '')

/** The pairs of a block: 'typed → shown | typed → shown'. */
export const pairs = (block: string): [string, string][] =>
  texts(block).map(pair => {
    const [left = '', right = ''] = parts(pair, /→/)
    return [left, right]
  })
