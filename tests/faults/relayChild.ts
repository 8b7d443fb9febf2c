/** The child of `relayProcess.ts`: everything is loaded; what it is told to serve, it serves. */
import { parseConfig, startRelay } from '@latchkey/server'

process.on('message', async (config) => {
  const relay = await startRelay({ config: parseConfig(config) })
  process.send?.(`${relay.url.replace('http', 'ws')}/relay`)
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
