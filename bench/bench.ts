/**
 * `npm run bench`: what we claim about the server, as one table; times are ratios to a floor measured in the same run.
 * `-- overload`, `-- growth [quotes …]` and `-- restarts [count]` are the long ones. Exits with 1 where a figure is missed.
 */
import { databaseFigures, statementFigures } from './load/database-figures.ts'
import { type Figure, printTable } from './load/figures.ts'
import { costOfCalls } from './load/in-process.ts'
import { callFigure, documentFigure, purchaseFigures, ratingFigure } from './load/node-figures.ts'
import { openStand } from './load/stand.ts'
import { startFigures } from './load/start-figures.ts'

async function everyday(): Promise<Figure[]> {
  const stand = await openStand()
  try {
    const costs = await costOfCalls(stand)
    const first = await stand.node()
    const database = await databaseFigures(first, stand, costs)
    const call = await callFigure(first)
    const second = await stand.node()
    const purchases = await purchaseFigures([first, second], stand)
    return [
      ...database,
      call,
      ...statementFigures(costs),
      ...purchases,
      await ratingFigure(),
      await documentFigure(),
      ...(await startFigures(stand.folder)),
    ]
  } finally {
    await stand.close()
  }
}

const figures = await everyday()
printTable(figures)
process.exitCode = figures.some(figure => figure.holds === false) ? 1 : 0
