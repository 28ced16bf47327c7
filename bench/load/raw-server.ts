/**
 * Baseline of every call figure: a node:http server that only parses and returns JSON. It prints its port and
 * exits with its parent process.
 */
import { createServer } from 'node:http'

const server = createServer((request, answer) => {
  let body = ''
  request.on('data', chunk => {
    body += chunk
  })
  request.on('end', () => {
    const { vehicleKey } = JSON.parse(body) as { vehicleKey: string }
    const text = JSON.stringify({ minSumInsured: vehicleKey.length, maxSumInsured: 1 })
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).end(text)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))
