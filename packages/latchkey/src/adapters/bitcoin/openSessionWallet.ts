import type { Connection } from '../../core/types/adapter.ts'
import type { CurrentWallet } from './wallet.ts'
import { readMember, readMethod } from './wallet.ts'

/** A wallet behind a WalletConnect session. Source: WalletConnect's RPC reference for Bitcoin. */
export function openSessionWallet({ provider, accounts }: Connection): CurrentWallet {
  const request = readMethod(provider, 'request')
  const account = accounts[0]?.address
  return {
    family: 'walletConnect',
    async signPsbt({ psbt, signInputs = {}, broadcast = false }) {
      const inputs = Object.entries(signInputs).flatMap(([address, indexes]) =>
        indexes.map((index) => ({ address, index })),
      )
      const answer = await request?.({ method: 'signPsbt', params: { account, psbt, signInputs: inputs, broadcast } })
      return { psbt: readMember(answer, 'psbt'), txid: readMember(answer, 'txid') }
    },
    async sendTransfer({ to, amount }) {
      const params = { account, recipientAddress: to, amount: amount.toString() }
      return readMember(await request?.({ method: 'sendTransfer', params }), 'txid')
    },
  }
}
