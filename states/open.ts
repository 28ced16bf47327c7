/**
 * `npm run states`: builds the state book and serves it until Ctrl-C. `PORT` in the environment sets the
 * port.
 */
import { buildStateBook } from './build.ts'
import { serveStateBook } from './serve.ts'

await buildStateBook()
const book = await serveStateBook(Number(process.env.PORT ?? 8090))
console.log(`The state book is at http://localhost:${book.port}`)
