import { FailureError } from '../../core/errors/failure.ts'
import type { Latchkey } from '../../core/types/latchkey.ts'
import { isBitcoinAddress, listAddressNetworks } from './addresses.ts'
import { askCurrentWallet } from './askCurrentWallet.ts'
import type { TransferRequest } from './TransferRequest.ts'

/** All bitcoins that there will ever be, in satoshi. Source: Bitcoin Core, MAX_MONEY. */
const MOST = 2_100_000_000_000_000n

/** The work of `sendTransfer`, loaded when it is called. */
export function askTransfer(latchkey: Latchkey, { to, amount }: TransferRequest): Promise<string> {
  return askCurrentWallet(latchkey, 'send', async (wallet, { connector, accounts, networkId }, context) => {
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
