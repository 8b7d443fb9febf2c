/** The child of `relayProcess.ts`. */
import { startRelay } from '../tests/interop/relay.ts'

const relay = await startRelay()
process.on('message', () => void relay.close().then(() => process.exit(0)))
process.send?.(relay.url)
