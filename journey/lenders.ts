/** The New Zealand car lenders that step 1 offers, in alphabetical order, then 'Other' as the last choice. */

export const otherLender = 'Other (Not Listed)'

const names = `
  ANZ Bank | Aotea Finance | ASB Bank | Asset Finance | Audi Financial Services | Avanti Finance
  Basecorp Finance | BMW Financial Services | BNZ | Branded Financial Services | BYD Finance
  Christian Savings | Credit Union Auckland | Custom Fleet | Finance Now | First Credit Union
  FleetPartners | Ford Finance | Gem Finance (Latitude) | General Finance | Geneva Finance | Go Car Finance
  Harley-Davidson Financial Services | Harmoney | Heartland Bank | Honda Financial Services
  Hyundai Finance | Instant Finance | Jaguar Land Rover Financial Services | Kia Finance | Kiwibank
  Latitude Financial Services | LendingCrowd | Lexus Financial Services | Liberty Financial | Marac Finance
  Max Loans | Mazda Finance | Mercedes-Benz Financial Services | MG Finance
  Mitsubishi Motors Financial Services | MTF Finance | Mutual Credit Finance | My Finance | Nectar
  Nelson Building Society (NBS) | Nissan Financial Services | NZCU Baywide / Unity Credit Union
  ORIX New Zealand | Oxford Finance | Personal Loan Co | Pioneer Finance | Police Credit Union | Rabobank
  SBS Bank | SG Fleet | Speirs Finance | Squirrel | Subaru Finance | Suzuki Finance | The Co-operative Bank
  Toyota Financial Services | TSB | Turners Finance | UDC Finance | Volkswagen Financial Services | Westpac
`

export const lenders: readonly string[] = [...names.trim().split(/\s*[|\n]\s*/), otherLender]
