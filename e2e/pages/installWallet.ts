import '../scriptedWallets.ts'
import { readSettings } from '../../apps/demo/site/readSettings.ts'

const { chains, walletKeys } = readSettings()
const [first, ...others] = chains
const [privateKey, ...otherKeys] = walletKeys
if (!first || !privateKey) throw new Error('The settings name no chain or no key.')
const { rpcUrl, chainId } = first
window.addWallet({ name: 'Tide', rdns: 'test.tide', privateKey, otherKeys, rpcUrl, chainId, chains: others })
// A page that is taller than any window, so that there is something to scroll.
document.body.style.minHeight = '3000px'
