import { createLatchkey } from 'latchkey'
import { mainnet } from 'latchkey/networks'
import { universal } from 'latchkey/universal'

export const latchkey = createLatchkey({ networks: [mainnet], adapters: [universal()] })
