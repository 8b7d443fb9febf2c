import type { Way } from '../../kernel/way.ts'

/** Wallets behind a session. Their chunks come with the first pairing, or with a session to restore. */
export function createWalletConnectWay(): Way {
  return {
    adapters: {},
    family: 'walletConnect',
    view: 'ConnectingWalletConnect',
    // A session does not say by which way it was made; a code is what most are.
    method: 'qrcode',
    marksReturn: true,
    serves: ({ services }) => !!services.walletConnect,
    load: () => import('./wayCalls.ts').then((code) => code.calls),
  }
}
