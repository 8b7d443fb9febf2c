import { type FailureContext, FailureError } from '../../core/errors/failure.ts'
import type { Connection } from '../../core/types/adapter.ts'
import { listAddressNetworks } from '../../core/values/bitcoinNetworks.ts'
import { isBitcoinAddress } from './addresses.ts'
import type { TransferRequest } from './TransferRequest.ts'
import type { BitcoinWallet } from './wallet.ts'

/** All bitcoins that there will ever be, in satoshi. Source: Bitcoin Core, MAX_MONEY. */
const MOST = 2_100_000_000_000_000n

/** Has a wallet make and send a payment from the account of `connection`; its id. Refuses what cannot be right, before the wallet is asked. */
export async function payBy(
  wallet: Pick<BitcoinWallet, 'sendTransfer'>,
  parameters: {
    readonly connection: Connection
    readonly request: TransferRequest
    readonly context: FailureContext
  },
): Promise<string> {
  const { connection, request, context } = parameters
  const { connector, accounts, networkId } = connection
  const { to, amount } = request
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
}
