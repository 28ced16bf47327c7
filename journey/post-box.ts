/** Whether a line names a box or a bag that letters are fetched from: the page and the contract take none for the place a car is kept. */
const postBox = /^\s*(?:(?:p\.?\s*o\.?|post\s+office)\s*box|private\s+bag)(?!\p{L})/iu

export const isPostBox = (line: string): boolean => postBox.test(line)
