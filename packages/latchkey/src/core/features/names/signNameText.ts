import { findCoinType, getNameNonce, type NameText, writeNameText } from '@latchkey/wire/profile'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import { signMessage } from '../../flow/signMessage.ts'
import { getConnection } from '../../kernel/connections/connection.ts'
import { findNetwork } from '../../kernel/networks/networks.ts'
import type { Account, Connection } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { askGateway } from '../../values/askGateway.ts'

/** Who signs about a name: the account of the connected EVM wallet, on its network. */
export type NameOwner = { readonly connection: Connection; readonly account: Account; readonly coinType: number }

/** Throws `NOT_CONNECTED`, `NETWORK_NOT_FOUND`, or `NAME_REFUSED` (`Invalid chainId`), before any wallet is asked. */
export function demandOwner(instance: Instance): NameOwner {
  const connection = getConnection(instance.stores.connection.get(), 'eip155')
  const [account] = connection?.accounts ?? []
  if (!connection || !account) {
    throw new LatchkeyError('NOT_CONNECTED', 'Address or auth connector not found', { facts: { namespace: 'eip155' } })
  }
  const { networkId } = connection
  if (!findNetwork(instance.stores.networks.get(), networkId)) {
    throw new LatchkeyError('NETWORK_NOT_FOUND', 'Network not found', { facts: { networkId } })
  }
  return { connection, account, coinType: toCoinType(networkId) }
}

/** The coin type of a network. Throws `NAME_REFUSED` for chain ids of 2^31 and more, which have none (ENSIP-11). */
export function toCoinType(networkId: string): number {
  try {
    return findCoinType(Number(networkId.slice('eip155:'.length)))
  } catch (cause) {
    throw new LatchkeyError('NAME_REFUSED', 'Invalid chainId', { facts: { networkId }, cause })
  }
}

/** Has the wallet sign a text about a name, for this site and with the gateway's nonce (SEC-122). */
export async function signNameText(
  instance: Instance,
  connection: Connection,
  what: Omit<NameText, 'account' | 'domain' | 'nonce' | 'timestamp'>,
): Promise<{ readonly message: string; readonly signature: string }> {
  const { nonce, timestamp } = await askGateway(instance, (gateway, signal) =>
    gateway.call(getNameNonce, { body: {} }, { signal }),
  )
  const message = writeNameText({
    ...what,
    account: `${connection.networkId}:${connection.accounts[0]?.address}`,
    domain: new URL(instance.services.browser.origin()).host,
    nonce,
    timestamp,
  })
  return { message, signature: await signMessage(instance, { message }, connection) }
}
