/**
 * What every EVM adapter owes the core, played against scripted wallets in each state a wallet can be in. An adapter's
 * own test calls this with the function that makes it.
 */
import type { CreateAdapter } from '../../core/types/adapter.ts'
import { drill } from '../../testing/index.ts'
import { describeBatch } from './evmBatchContract.ts'
import { describeConnection } from './evmConnectionContract.ts'
import { describeFinding } from './evmFindingContract.ts'
import { describeNetwork } from './evmNetworkContract.ts'
import { type Company, count, createPlays, FIRST, playPage } from './evmPageContract.ts'
import { describeRequest } from './evmRequestContract.ts'
import { describeWallet } from './walletContract.ts'

/** Runs the contract over one adapter. */
export function describeEvmAdapter(name: string, createAdapter: CreateAdapter, company: Company = {}): void {
  const plays = createPlays(createAdapter)
  describeWallet(name, {
    idle: company.idle,
    takesBareEvents: company.takesBareEvents,
    setStage: (owner) => {
      const page = playPage(createAdapter)
      const wallet = page.make({
        approve: () => {
          owner.asked += 1
          return owner.says()
        },
      })
      return {
        ...page,
        network: FIRST,
        opens: 'eth_requestAccounts',
        signs: 'personal_sign',
        install: () => wallet.announce(page.walletWindow),
        wallet,
        count: (method) => count(wallet, method),
        shareNothing: () => wallet.answer('eth_requestAccounts', drill.ok([])),
        changeAccount: () => wallet.selectAccount(wallet.addAccount()),
        emit: (value) => wallet.emit('accountsChanged', value),
      }
    },
  })
  describeFinding(name, plays)
  describeConnection(name, plays, company)
  describeNetwork(name, plays, company)
  describeRequest(name, plays, company)
  describeBatch(name, plays)
}
