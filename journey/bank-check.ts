/**
 * Can this be a New Zealand bank account? By Inland Revenue's table of banks, branches and check digits. The payment
 * page shows a doubt as a hint only: tables age, and a right number must never be refused (PAY-02).
 */

type Algorithm = 'A' | 'B' | 'D' | 'E' | 'F' | 'G' | 'X'
type Ranges = readonly (readonly [number, number])[]

/** Bank number → how its check digit works ('AB': A below base 990000, else B) and which branches it has. */
const banks: Readonly<Record<string, readonly [Exclude<Algorithm, 'A' | 'B'> | 'AB', Ranges]>> = {
  '01': ['AB', [[1,999], [1100,1199], [1800,1899], [6150,6150]]],
  '02': ['AB', [[1,999], [1200,1299], [2025,2055]]],
  '03': ['AB', [[1,999], [1300,1399], [1500,1599], [1700,1799], [1900,1999], [5050,5050], [7350,7399]]],
  '04': ['AB', [[2020,2024], [2014,2019]]],
  '05': ['AB', [[8884,8889]]],
  '06': ['AB', [[1,999], [1400,1499]]],
  '08': ['D', [[6500,6599]]],
  '09': ['E', [[0,0]]],
  '10': ['AB', [[5165,5169]]],
  '11': ['AB', [[5000,6499], [6600,8999]]],
  '12': ['AB', [[3000,3299], [3400,3499], [3600,3699]]],
  '13': ['AB', [[4900,4999]]],
  '14': ['AB', [[4700,4799]]],
  '15': ['AB', [[3900,3999]]],
  '16': ['AB', [[4400,4499]]],
  '17': ['AB', [[3300,3399]]],
  '18': ['AB', [[3500,3599]]],
  '19': ['AB', [[4600,4649]]],
  '20': ['AB', [[4100,4199]]],
  '21': ['AB', [[4800,4899]]],
  '22': ['AB', [[4000,4049]]],
  '23': ['AB', [[3700,3799]]],
  '24': ['AB', [[4300,4349]]],
  '25': ['F', [[2500,2599]]],
  '26': ['G', [[2600,2699]]],
  '27': ['AB', [[3800,3849]]],
  '28': ['G', [[2100,2149]]],
  '29': ['G', [[2150,2299]]],
  '30': ['AB', [[2900,2949]]],
  '31': ['X', [[2800,2849]]],
  '33': ['F', [[6700,6799]]],
  '35': ['AB', [[2400,2499]]],
  '38': ['AB', [[9000,9499]]],
  '88': ['AB', [[8800,8805]]],
}

/** Weights of bank 2, branch 4, base 8, suffix 4; a sum of digits where the products are reduced to one digit each. */
const algorithms: Readonly<Record<Algorithm, readonly [weights: string, modulo: number, isDigitSum: boolean]>> = {
  A: ['00637900A584210000', 11, false],
  B: ['00000000A584210000', 11, false],
  D: ['000000076543210000', 11, false],
  E: ['000000000054320001', 11, true],
  F: ['000000017317310000', 10, false],
  G: ['000000013713710371', 10, true],
  X: ['000000000000000000', 1, false],
}

const startOfB = 990_000
const widths = [2, 4, 8, 4] as const

/** 'A' stands for the weight 10. */
const weightOf = (weights: string, place: number): number => Number.parseInt(weights[place] ?? '0', 16)

/** Tens and ones added, twice: at most one digit is left. */
const oneDigit = (product: number): number => {
  const once = Math.floor(product / 10) + (product % 10)
  return Math.floor(once / 10) + (once % 10)
}

/** @param account with hyphens, '01-0902-0068389-00' */
export function canBeAccount(account: string): boolean {
  const parts = account.split('-')
  const [bank = '', branch = '', base = ''] = parts
  const known = banks[bank]
  if (!known || parts.length !== widths.length) return false
  const [kind, ranges] = known
  const branchNumber = Number(branch)
  if (!ranges.some(([first, last]) => branchNumber >= first && branchNumber <= last)) return false
  const [weights, modulo, isDigitSum] = algorithms[kind === 'AB' ? (Number(base) < startOfB ? 'A' : 'B') : kind]
  const digits = widths.map((width, part) => (parts[part] ?? '').padStart(width, '0')).join('')
  const sum = [...digits].reduce((total, digit, place) => {
    const product = Number(digit) * weightOf(weights, place)
    return total + (isDigitSum ? oneDigit(product) : product)
  }, 0)
  return sum % modulo === 0
}
