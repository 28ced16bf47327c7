import { openLinzFile, batchesOf } from './scripts/addresses/linz-file.ts'
const f = await openLinzFile(process.argv[2]!)
let t=performance.now(), n=0
for await (const b of batchesOf(f, f.firstRow, 10000)) n+=b.addresses.length
console.log(n, n/(performance.now()-t)*1000|0, 'rows/s')
