/** Detects a PO box, private bag or postal counter, where no car can be kept, for pages and the contract. */

// Between letters and words: 'P.O. Box', 'P O Box', 'PO-Box', 'P/O Box'.
const gap = String.raw`[\s.,/\\_'’·•-]*`
const box = '(?:box|bx)'
// 'Post Box Lane' is a street.
const whole = String.raw`(?!\p{L})(?!\s+(?:road|rd|street|st|lane|ln|drive|dr|place|pl|avenue|ave|way|hill|terrace|tce|close|court|crescent|cres|grove|square|rise)\b)`
const numbered = String.raw`${gap}(?:no|number|#|№)?${gap}[a-z]{0,2}\d`
const careOf = String.raw`\bc(?:\s*[/\\]\s*[o-]?|are\s+of\b)\s*`

const postBox = new RegExp(
  [
    // 'PO Box 4', 'GPO Box', 'CPO Box', 'P0 Bx', 'POB 4'
    String.raw`\b(?:[gc]${gap})?p${gap}[o0]${gap}(?:${box}${whole}|b${numbered})`,
    // 'Post Office Box', 'Postbox 4', 'Postal Bag', 'Private Bag', 'Locked Mail Bag'
    String.raw`\b(?:post(?:al)?(?:${gap}(?:office|off))?|private|pvt|prv|priv|pte|locked|lock|community|response)${gap}(?:mail${gap}|letter${gap})?(?:${box}|bag)${whole}`,
    // 'PMB 4', 'CMB A4', 'P Bag 4', 'Mail Bag 4'
    String.raw`\b(?:[pc]${gap}m${gap}b|(?:p|mail)${gap}(?:bag|box))${numbered}`,
    // 'Box 4' and 'Bag 4', alone or behind a comma or 'c/-'
    String.raw`(?:^|[,;:]|${careOf})\s*(?:${box}|bag)${numbered}`,
    // 'DX Box EP123', 'DX CP30001': the document exchange of lawyers and banks
    String.raw`(?:^|[,;:])\s*dx${gap}(?:${box})?${numbered}`,
    // Kept at a counter
    String.raw`\b(?:counter${gap}deliver(?:y|ies)|poste?${gap}restante|free${gap}post)${whole}`,
    String.raw`${careOf}(?:the\s+)?(?:post\s*(?:office|shop|centre|master)|n(?:ew\s+)?z(?:ealand)?\s+post)${whole}`,
    // In Māori
    String.raw`\b(?:pouaka|peke)\s+(?:poutapeta|motuhake)${whole}`,
  ].join('|'),
  'iu',
)

/** Plain letters without marks or invisible characters, so that input such as 'ＰＯ Ｂｏｘ' is found too. */
const plain = (line: string): string =>
  line
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .trim()

export const isPoBox = (line: string): boolean => postBox.test(plain(line))
