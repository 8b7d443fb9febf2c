import { describe } from 'vitest'
import { createFakeServices } from '../../../../testing/src/createFakeServices.ts'
import { bitcoin as bitcoinMainnet, polkadot as relay, solana as solanaMainnet } from '../../networks/index.ts'
import { createScriptedBitcoinWallet } from '../../testing/createScriptedBitcoinWallet.ts'
import { createLocalPolkadotAccount, createScriptedPolkadotWallet } from '../../testing/createScriptedPolkadotWallet.ts'
import { createScriptedSolanaWallet, type SolanaWalletFeature } from '../../testing/createScriptedSolanaWallet.ts'
import { drill } from '../../testing/drill.ts'
import { bitcoin } from '../bitcoin/index.ts'
import { polkadot } from '../polkadot/index.ts'
import { solana } from '../solana/index.ts'
import { describeWallet, type Owner } from './walletContract.ts'

/** Asks the owner, and counts it. */
const askOwner = (owner: Owner) => () => {
  owner.asked += 1
  return owner.says()
}

describeWallet('solana', {
  setStage: (owner) => {
    const walletWindow = new EventTarget()
    const services = createFakeServices({ walletWindow })
    const made = createScriptedSolanaWallet({ name: 'Drill', approve: askOwner(owner) })
    const opens: SolanaWalletFeature = 'standard:connect'
    return {
      adapter: solana()({ networks: [solanaMainnet], services }),
      services,
      network: solanaMainnet,
      opens,
      signs: 'solana:signMessage',
      install: () => made.register(walletWindow),
      wallet: { ...made, answer: (method, ...answers) => made.answer(method as SolanaWalletFeature, ...answers) },
      count: (method) => made.calls.filter(({ feature }) => feature === method).length,
      shareNothing: () => made.answer(opens, drill.ok({ accounts: [] })),
      changeAccount: () => made.selectAccount(made.addAccount()),
      emit: (value) => made.emit(value as object),
    }
  },
})

describe.each([
  ['wallet-standard', 'bitcoin:connect', 'bitcoin:signMessage', 'change'],
  ['sats-connect', 'wallet_connect', 'signMessage', 'accountChange'],
  ['unisat', 'requestAccounts', 'signMessage', 'accountsChanged'],
  ['okx', 'connect', 'signMessage', 'accountChanged'],
] as const)('bitcoin', (kind, opens, signs, event) => {
  describeWallet(`bitcoin, a wallet of the kind ${kind}`, {
    setStage: (owner) => {
      const walletWindow = new EventTarget()
      const services = createFakeServices({ walletWindow })
      const wallet = createScriptedBitcoinWallet({ kind, approve: askOwner(owner) })
      return {
        adapter: bitcoin()({ networks: [bitcoinMainnet], services }),
        services,
        network: bitcoinMainnet,
        opens,
        signs,
        install: () => wallet.install(walletWindow),
        wallet,
        count: (name) => wallet.calls.filter(({ method }) => method === name).length,
        shareNothing: () => wallet.answer(opens, drill.ok([])),
        changeAccount: () => wallet.selectAccount(),
        emit: (value) => wallet.emit(event, value),
      }
    },
  })
})

describeWallet('polkadot', {
  // Its wallets refuse a site once and for all, and sharing nothing is the same (F-41).
  refusal: 'POLKADOT_NOT_ALLOWED',
  emptiness: 'POLKADOT_NOT_ALLOWED',
  setStage: (owner) => {
    const walletWindow = new EventTarget()
    const services = createFakeServices({ walletWindow })
    const wallet = createScriptedPolkadotWallet({ approve: askOwner(owner) })
    return {
      adapter: polkadot()({ networks: [relay], services }),
      services,
      network: relay,
      opens: 'enable',
      signs: 'signRaw',
      install: () => wallet.install(walletWindow),
      wallet,
      count: (name) => wallet.calls.filter(({ method }) => method === name).length,
      shareNothing: () => wallet.setAccounts([]),
      changeAccount: () => wallet.setAccounts([createLocalPolkadotAccount()]),
      emit: (value) => wallet.emit(value),
    }
  },
})
