/** A sample provider in a process of its own: it starts with what it is told. */
import { startProvider } from './startProvider.ts'

process.on('message', async (options: Parameters<typeof startProvider>[0]) => {
  const provider = await startProvider(options)
  process.send?.(provider.url)
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
