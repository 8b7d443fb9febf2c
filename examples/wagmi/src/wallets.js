import { createLatchkey } from 'latchkey'
import { mainnet } from 'latchkey/networks'
import { wagmi } from 'latchkey/wagmi'
import * as chains from 'viem/chains'
import { createConfig, http } from 'wagmi'

export const config = createConfig({ chains: [chains.mainnet], transports: { [chains.mainnet.id]: http() } })
export const latchkey = createLatchkey({ networks: [mainnet], adapters: [wagmi({ config })] })
