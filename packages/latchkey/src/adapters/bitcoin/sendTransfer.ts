import { FailureError } from '../../core/errors/failure.ts'
import type { Latchkey } from '../../core/latchkey.ts'
import { isBitcoinAddress, listAddressNetworks } from './addresses.ts'
import { askWalletInUse } from './askWalletInUse.ts'

/** All bitcoins that there will ever be, in satoshi. Source: Bitcoin Core, MAX_MONEY. */
const MOST = 2_100_000_000_000_000n

/** A payment. */
export type TransferRequest = {
  readonly to: string
  /** Satoshi. */
  readonly amount: bigint
}

/**
 * Lets the connected Bitcoin wallet build and send a payment; resolves with its transaction id. Rejects with `NOT_CONNECTED`,
 * `METHOD_NOT_GRANTED` where the wallet only signs, `PAYLOAD_UNSAFE` for an amount that is none or an address that looks like
 * none, `BITCOIN_NETWORK_MISMATCH` for an address of another network, or another failure of the wallet.
 */
export function sendTransfer(latchkey: Latchkey, { to, amount }: TransferRequest): Promise<string> {
  return askWalletInUse(latchkey, 'send', async (wallet, { connector, accounts, networkId }, context) => {
    if (amount <= 0n || amount > MOST || !isBitcoinAddress(to)) {
      throw new FailureError('PAYLOAD_UNSAFE', 'The amount or the address of the payment cannot be right.', context)
    }
    if (!listAddressNetworks(to).includes(networkId)) {
      throw new FailureError('BITCOIN_NETWORK_MISMATCH', `${to} is an address of another network.`, context)
    }
    if (!wallet.sendTransfer) {
      throw new FailureError('METHOD_NOT_GRANTED', `${connector.name} sends no payments for sites.`, context)
    }
    const txid = await wallet.sendTransfer({ from: accounts[0]?.address ?? '', to, amount })
    if (typeof txid === 'string' && txid !== '') return txid
    throw new Error('The answer has no transaction id.')
  })
}
