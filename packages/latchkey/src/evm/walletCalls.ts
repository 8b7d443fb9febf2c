/**
 * What a connected EIP-1193 wallet is asked to do, with every failure named. Loaded at the first gesture that needs it.
 * Sources: EIP-1193, EIP-191, EIP-2255; adapters, section 4.
 */
import type { Account, Connection, Connector, TransactionRequest } from '../core/adapter.ts'
import { type FailureContext, FailureError, type FailureStep } from '../core/errors/failure.ts'
import { toFailure } from '../core/errors/toFailure.ts'
import type { NetworkId } from '../core/network.ts'
import type { Clock } from '../core/services/ports.ts'
import { bytesToHex, type Hex, isHex, toQuantity, utf8ToHex } from './hex.ts'
import { parseChainId } from './parseChainId.ts'
import { askWallet, getProvider } from './provider.ts'
import { sleep, untilAborted } from './timing.ts'
import { isAddress, parseAccounts, toChecksumAddress } from './toChecksumAddress.ts'

/** How long a wallet may take to be on the network that a transaction is for, in ms. Source: failures, F-28. */
export const SEND_CHECK_MS = 1_000

/** Pause between two looks at the wallet's network before a transaction, in ms. */
const SEND_LOOK_MS = 250

/** What surrounds a failure of this connector. */
export function describeStep(step: FailureStep, connector: Connector, networkId?: NetworkId): FailureContext {
  return { step, namespace: 'eip155', connectorId: connector.id, walletName: connector.name, networkId }
}

/** Names what a wallet threw. */
export function nameFailure(
  error: unknown,
  step: FailureStep,
  connector: Connector,
  networkId?: NetworkId,
): FailureError {
  return toFailure(error, describeStep(step, connector, networkId), { family: 'eip155' })
}

/**
 * Opens the wallet for its accounts. Rejects with `ACCOUNT_NOT_SHARED` when it gives none, with the signal's reason when
 * aborted. The wanted account comes first where the wallet shares it.
 */
export function requestConnection(
  connector: Connector,
  { address, signal }: { address?: string | undefined; signal?: AbortSignal | undefined },
): Promise<Connection> {
  const asking = async (): Promise<Connection> => {
    const addresses = parseAccounts(await ask('connect', connector, 'eth_requestAccounts'))
    return {
      connector,
      accounts: toAccounts(connector, putFirst(addresses, address)),
      networkId: await readNetworkId('connect', connector),
      provider: connector.provider,
    }
  }
  return untilAborted(asking(), signal)
}

/** Opens the wallet's account picker; where it has none, its ordinary request. Source: EIP-2255; failures, F-08. */
export async function pickAccounts({ connector }: Connection): Promise<readonly Account[]> {
  try {
    await ask('connect', connector, 'wallet_requestPermissions', [{ eth_accounts: {} }])
  } catch (error) {
    if (!(error instanceof FailureError) || error.code !== 'METHOD_NOT_GRANTED') throw error
    await ask('connect', connector, 'eth_requestAccounts')
  }
  // The permission's own order may differ from the wallet's.
  return toAccounts(connector, parseAccounts(await ask('connect', connector, 'eth_accounts')))
}

/** The active account's signature of a message, whose text is always sent as its UTF-8 bytes. Source: EIP-191. */
export async function signPersonalMessage(connection: Connection, message: string | Uint8Array): Promise<Hex> {
  const { connector, accounts } = connection
  const data = typeof message === 'string' ? utf8ToHex(message) : bytesToHex(message)
  return askForHex('sign', connector, 'personal_sign', [data, accounts[0]?.address])
}

/**
 * Sends a transaction from the active account and gives its hash. Rejects with `CHAIN_MISMATCH`, before the wallet is
 * asked, when it stands on another network than the connection says.
 */
export async function sendWalletTransaction(
  clock: Clock,
  connection: Connection,
  { to, value, data, gas }: TransactionRequest,
): Promise<Hex> {
  const { connector, accounts, networkId } = connection
  let found = await readNetworkId('send', connector)
  for (let waited = 0; found !== networkId && waited < SEND_CHECK_MS; waited += SEND_LOOK_MS) {
    await sleep(clock, SEND_LOOK_MS)
    found = await readNetworkId('send', connector)
  }
  if (found !== networkId) {
    const text = `${connector.name} is on ${found}, but this needs ${networkId}.`
    throw new FailureError('CHAIN_MISMATCH', text, describeStep('send', connector, networkId))
  }
  const transaction = {
    from: accounts[0]?.address,
    to,
    chainId: toQuantity(BigInt(networkId.slice(networkId.indexOf(':') + 1))),
    ...(value === undefined ? {} : { value: toQuantity(value) }),
    ...(data === undefined ? {} : { data }),
    ...(gas === undefined ? {} : { gas: toQuantity(gas) }),
  }
  return askForHex('send', connector, 'eth_sendTransaction', [transaction])
}

async function ask(
  step: FailureStep,
  connector: Connector,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> {
  try {
    return await askWallet(getProvider(connector), method, params)
  } catch (error) {
    throw nameFailure(error, step, connector)
  }
}

async function askForHex(
  step: FailureStep,
  connector: Connector,
  method: string,
  params: readonly unknown[],
): Promise<Hex> {
  const answer = await ask(step, connector, method, params)
  if (isHex(answer) && answer.length > 2) return answer
  throw nameFailure(new Error(`${method} answered no bytes`), step, connector)
}

async function readNetworkId(step: FailureStep, connector: Connector): Promise<NetworkId> {
  const chainId = parseChainId(await ask(step, connector, 'eth_chainId'))
  if (chainId) return `eip155:${chainId}`
  throw nameFailure(new Error('eth_chainId answered no chain id'), step, connector)
}

/** The wallet's list with the wanted account first, if it is there at all. */
function putFirst(addresses: readonly Hex[], wanted: string | undefined): readonly Hex[] {
  const first = isAddress(wanted) ? toChecksumAddress(wanted) : undefined
  return first && addresses.includes(first) ? [first, ...addresses.filter((address) => address !== first)] : addresses
}

function toAccounts(connector: Connector, addresses: readonly Hex[]): readonly Account[] {
  if (addresses.length > 0) return addresses.map((address) => ({ address, type: 'eoa' }))
  throw new FailureError(
    'ACCOUNT_NOT_SHARED',
    `${connector.name} shared no account.`,
    describeStep('connect', connector),
  )
}
