/** The child of `gateway.ts`: a gateway as `latchkey-gateway` runs it, with a database of its own that is made anew. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileWasmOnce } from '../packages/server/src/compileWasmOnce.ts'
import { parseConfig } from '../packages/server/src/config.ts'
import { startGateway } from '../packages/server/src/startGateway.ts'

compileWasmOnce()
const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const gateway = await startGateway({
  config: parseConfig({
    port: 0,
    dataDir,
    logLevel: 'silent',
    projects: [{ id: 'bench', name: 'Bench', origins: ['https://shop.example'] }],
  }),
})
process.on('message', () => process.send?.(process.memoryUsage.rss()))
process.on('disconnect', async () => {
  await gateway.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
process.send?.(gateway.url)
