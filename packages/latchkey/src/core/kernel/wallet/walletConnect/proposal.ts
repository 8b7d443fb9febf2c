import type { ProposalNamespaces } from '@latchkey/walletconnect'
import type { Namespace, Network } from '../../../network.ts'
import type { WalletConnectOptions } from '../../../options.ts'
import { getTwinId } from '../../../twinNetworkId.ts'

/** What is asked of a wallet, by namespace. `eth_sign` is left out: wallets warn of it and nothing needs it. Source: adapters, section 10. */
const ASKED: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendRawTransaction',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'personal_sign',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_registerOnboarding',
    'wallet_watchAsset',
    'wallet_scanQRCode',
    'wallet_getCallsStatus',
    'wallet_showCallsStatus',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'wallet_getAssets',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
    'solana_requestAccounts',
    'solana_getAccounts',
  ],
  bip122: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
  polkadot: ['polkadot_signTransaction', 'polkadot_signMessage'],
}

const EVENTS = ['accountsChanged', 'chainChanged'] as const

/**
 * The optional namespaces of a proposal for some networks, with what the site asks for in the place of what is usual. Nothing is
 * required: wallets refuse all for one thing that they lack. Source: adapters, section 10, "Override order".
 */
export function toProposal(
  networks: readonly Network[],
  namespaces: WalletConnectOptions['namespaces'] = {},
): ProposalNamespaces {
  const asked: Record<string, ProposalNamespaces[string]> = {}
  for (const { chainNamespace: namespace } of networks) {
    const own = namespaces[namespace] ?? {}
    const chains = networks.flatMap(({ chainNamespace, caipNetworkId }) =>
      // A network with two ids is asked for by both: wallets may know either.
      chainNamespace === namespace && own.chains?.includes(caipNetworkId) !== false
        ? [caipNetworkId, getTwinId(caipNetworkId) ?? []].flat()
        : [],
    )
    if (chains.length === 0) continue
    asked[namespace] = {
      chains,
      methods: own.methods ?? ASKED[namespace],
      events: own.events ?? (namespace === 'bip122' ? [...EVENTS, 'bip122_addressesChanged'] : EVENTS),
    }
  }
  return asked
}
