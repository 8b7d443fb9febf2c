import type { Wallet } from '@wallet-standard/base'
import type { Connector } from '../../core/types/adapter.ts'
import type { NetworkId } from '../../core/types/network.ts'
import { INJECTED_PATHS, OKX_ID } from './injectedPaths.ts'
import { openSatsWallet } from './openSatsWallet.ts'
import { openStandardWallet } from './openStandardWallet.ts'
import { openOkxWallet, openUnisatWallet } from './openUnisatWallet.ts'
import { type BitcoinWallet, readMember } from './wallet.ts'

/** The wallet behind a connector, by what its object can do. */
export function openWallet({ provider, id, type }: Connector, networkId: NetworkId): BitcoinWallet {
  if (type === 'INJECTED' && INJECTED_PATHS[id]) {
    return id === OKX_ID ? openOkxWallet(provider, networkId) : openUnisatWallet(provider)
  }
  const isStandard = typeof readMember(provider, 'features') === 'object'
  return isStandard ? openStandardWallet(provider as Wallet, networkId) : openSatsWallet(provider, id, networkId)
}
