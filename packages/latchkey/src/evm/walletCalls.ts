/**
 * What an EIP-1193 wallet is asked to do, with every failure named. Loaded at the first gesture that needs it, and when a
 * connection is restored. Sources: EIP-1193, EIP-191, EIP-2255.
 */

import { FailureError, type FailureStep } from '../core/errors/failure.ts'
import { toFailure } from '../core/errors/toFailure.ts'
import type { Services } from '../core/services/ports.ts'
import type {
  Account,
  Connection,
  ConnectionChange,
  Connector,
  SavedConnection,
  WalletProbe,
  WriteContractRequest,
} from '../core/types/adapter.ts'
import type { Network, NetworkId } from '../core/types/network.ts'
import type { EvmAbilities } from './createAbilities.ts'
import { describeStep } from './describeStep.ts'
import { getAccountType, SAFE_ID } from './externalIds.ts'
import type { ExternalWallets, ExternalWalletsOptions } from './externalWallets.ts'
import { bytesToHex, type Hex, utf8ToHex } from './hex.ts'
import { isAddress } from './isAddress.ts'
import { parseChainId } from './parseChainId.ts'
import { probeWallet } from './probeWallet.ts'
import { askWallet, getProvider } from './provider.ts'
import { settleWithin, untilAborted } from './timing.ts'
import { parseAccounts, toChecksumAddress } from './toChecksumAddress.ts'
import { createWalletPort, demandSignature } from './walletPort.ts'
import { watchAccountsAndChain } from './watchAccountsAndChain.ts'

/** Longest wait for a wallet to forget this site, in ms; many wallets never answer, and a visitor who leaves waits for it. */
const REVOKE_LIMIT_MS = 100

/**
 * Opens the wallet for its accounts. Rejects with `ACCOUNT_NOT_SHARED` when it gives none, with the signal's reason when
 * aborted. The wanted account comes first where the wallet shares it.
 */
export function requestConnection(
  connector: Connector,
  options: { address?: string | undefined; signal?: AbortSignal | undefined; picksAccount?: boolean | undefined },
): Promise<Connection> {
  const { address, signal, picksAccount } = options
  const asking = async (): Promise<Connection> => {
    if (picksAccount) await openPicker(connector)
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

/** Takes up a connection without a prompt. Null when the wallet shares nothing with this site any more. */
export async function restoreConnection(connector: Connector, saved: SavedConnection): Promise<Connection | null> {
  const addresses = parseAccounts(await ask('restore', connector, 'eth_accounts'))
  // Of two objects with one name, only the one that still has the visitor's account is theirs (SEC-89).
  const isTheirs = !connector.isLookalike || !saved.address || addresses.some((address) => address === saved.address)
  if (addresses.length === 0 || !isTheirs) return null
  const accounts = addresses.map((address) => ({ address, type: getAccountType(connector) }))
  return { connector, accounts, networkId: await readNetworkId('restore', connector), provider: connector.provider }
}

/** Gives the wallet's permission back. Never rejects: for the site the connection has ended in any case. */
export async function leaveWallet(
  { clock, logger }: Pick<Services, 'clock' | 'logger'>,
  { connector }: Connection,
): Promise<void> {
  const revoking = askWallet(getProvider(connector), 'wallet_revokePermissions', [{ eth_accounts: {} }])
  // Most wallets lack the method.
  await settleWithin(clock, REVOKE_LIMIT_MS, revoking, null).catch((error: unknown) =>
    logger.debug('The wallet keeps its permission for this site.', { error }),
  )
}

/** What a connected wallet tells by itself; see `watchAccountsAndChain`. */
export function followWallet(
  { clock }: Pick<Services, 'clock'>,
  { connector }: Connection,
  listener: (change: ConnectionChange) => void,
): () => void {
  return watchAccountsAndChain(clock, getProvider(connector), listener, getAccountType(connector))
}

/** The questions that open nothing. */
export function getProbe(connector: Connector): WalletProbe {
  return probeWallet(getProvider(connector))
}

/** Opens the wallet's account picker; where it has none, its ordinary request. Sources: EIP-2255; F-08. */
export async function pickAccounts({ connector }: Connection): Promise<readonly Account[]> {
  if (!(await openPicker(connector))) await ask('connect', connector, 'eth_requestAccounts')
  // The permission's own order may differ from the wallet's.
  return toAccounts(connector, parseAccounts(await ask('connect', connector, 'eth_accounts')))
}

/** Moves the wallet to a network. The code comes with the first such step, as that of all below does. */
export async function switchWallet(
  services: Pick<Services, 'clock' | 'fetch' | 'logger'>,
  { connector }: Connection,
  network: Network,
): Promise<void> {
  const { switchChain } = await import('./switchChain.ts')
  const context = describeStep('switch', connector, network.caipNetworkId)
  await switchChain(services, getProvider(connector), network, context)
}

/** What wallets in the page can do beyond connecting and signing messages. */
export async function loadAbilities({ clock }: Pick<Services, 'clock'>): Promise<EvmAbilities> {
  return (await import('./createAbilities.ts')).createAbilities(createWalletPort(clock), clock)
}

/** The code that reads a network from its nodes. */
export function loadChainReader(): Promise<typeof import('./chainReader.ts')> {
  return import('./chainReader.ts')
}

/** Bytes of a contract call, by our own code. */
export async function encodeContractCall(request: WriteContractRequest): Promise<Hex> {
  return (await import('./encodeCall.ts')).encodeCall(request)
}

/** The wallets that a site names: Base Account and Safe. */
export async function loadExternalWallets(
  services: Services,
  networks: readonly Network[],
  externals: ExternalWalletsOptions,
): Promise<ExternalWallets> {
  return (await import('./externalWallets.ts')).createExternalWallets(services, networks, externals)
}

/**
 * The active account's signature of a message, whose text is always sent as its UTF-8 bytes. Rejects with `CHAIN_MISMATCH`,
 * before the wallet is asked, when it stands on another network than the connection says. Sources: EIP-191; F-28.
 */
export async function signPersonalMessage(
  { clock }: Pick<Services, 'clock'>,
  connection: Connection,
  message: string | Uint8Array,
): Promise<Hex> {
  const port = createWalletPort(clock)
  const data = typeof message === 'string' ? utf8ToHex(message) : bytesToHex(message)
  await port.confirmNetwork('sign', connection)
  const answer = await port.ask('sign', connection, 'personal_sign', [data, connection.accounts[0]?.address])
  // A Safe answers nothing where its owners signed on the chain, which EIP-1271 then vouches for.
  return answer === '0x' && connection.connector.id === SAFE_ID ? answer : demandSignature(connection, answer)
}

/** Lets the visitor choose what the wallet shares; false where it has no such window. */
async function openPicker(connector: Connector): Promise<boolean> {
  try {
    await ask('connect', connector, 'wallet_requestPermissions', [{ eth_accounts: {} }])
    return true
  } catch (error) {
    if (!(error instanceof FailureError) || error.code !== 'METHOD_NOT_GRANTED') throw error
    return false
  }
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

async function readNetworkId(step: FailureStep, connector: Connector): Promise<NetworkId> {
  const chainId = parseChainId(await ask(step, connector, 'eth_chainId'))
  if (chainId) return `eip155:${chainId}`
  throw nameFailure(new Error('eth_chainId answered no chain id'), step, connector)
}

function nameFailure(error: unknown, step: FailureStep, connector: Connector): FailureError {
  return toFailure(error, describeStep(step, connector), { family: 'eip155' })
}

/** The wallet's list with the wanted account first, if it is there at all. */
function putFirst(addresses: readonly Hex[], wanted: string | undefined): readonly Hex[] {
  const first = isAddress(wanted) ? toChecksumAddress(wanted) : undefined
  return first && addresses.includes(first) ? [first, ...addresses.filter((address) => address !== first)] : addresses
}

function toAccounts(connector: Connector, addresses: readonly Hex[]): readonly Account[] {
  if (addresses.length > 0) return addresses.map((address) => ({ address, type: getAccountType(connector) }))
  throw new FailureError(
    'ACCOUNT_NOT_SHARED',
    `${connector.name} shared no account.`,
    describeStep('connect', connector),
  )
}
