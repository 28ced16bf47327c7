/** `npm run states`: builds the state book and serves it until Ctrl-C. `PORT` in the environment chooses another port. */
import { buildBook } from './build.ts'
import { openBook } from './serve.ts'

await buildBook()
const book = await openBook(Number(process.env.PORT ?? 8090))
console.log(`The state book is at http://localhost:${book.port}`)
