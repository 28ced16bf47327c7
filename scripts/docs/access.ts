/** Generates the documentation page on access levels from journey/access-level.ts. */
import {
  accessConditions,
  accessLevelSources,
  accessLevels,
  accessTable,
  type Permission,
} from '#journey/access-level.ts'
import { page, table } from './markdown.ts'

const cellOf = (rule: string): string => {
  if (rule === 'always') return 'yes'
  if (rule === 'never') return '–'
  return accessConditions[rule as keyof typeof accessConditions].says
}

const permissions = Object.keys(accessTable) as Permission[]

export const accessPage = () =>
  page(
    'Access levels',
    'What a client may do with a quote, from `journey/access-level.ts`. `server/access/access-control.ts` says which level a client has.',
    table(
      ['permission', 'means', ...accessLevels.map(level => `\`${level}\``)],
      permissions.map(permission => [
        `\`${permission}\``,
        accessTable[permission].says,
        ...accessLevels.map(level => cellOf(accessTable[permission][level])),
      ]),
    ),
    table(
      ['level', 'how a client gets it'],
      accessLevels.map(level => [`\`${level}\``, accessLevelSources[level]]),
    ),
  )
