/** What an account holds, as its wallet knows it. Source: EIP-7811, `wallet_getAssets`. */
import type { Connection, WalletAsset } from '../core/adapter.ts'
import { FailureError } from '../core/errors/failure.ts'
import { describeStep } from './describeStep.ts'
import { fetchCapabilities, findCapability } from './fetchCapabilities.ts'
import { parseQuantity } from './hex.ts'
import { isAddress } from './isAddress.ts'
import { parseChainId } from './parseChainId.ts'
import { sayUnreadable, type WalletPort } from './walletPort.ts'

/** Longest name or symbol that is taken over, in characters. */
const TEXT_LIMIT = 64

/**
 * Asks the wallet for the active account's holdings on all its chains. Only a wallet that claims `assetDiscovery` is asked;
 * any other rejects with `METHOD_NOT_GRANTED`. Items that cannot be read are left out one by one.
 */
export async function fetchAssets(port: WalletPort, connection: Connection): Promise<readonly WalletAsset[]> {
  const { connector, networkId, accounts } = connection
  const capabilities = await fetchCapabilities(port, connection)
  const claim = findCapability(capabilities, Number(networkId.slice(networkId.indexOf(':') + 1)), 'assetDiscovery')
  if ((claim as { supported?: unknown } | undefined)?.supported !== true) {
    const text = `${connector.name} does not list assets.`
    throw new FailureError('METHOD_NOT_GRANTED', text, describeStep('read', connector, networkId))
  }
  const answer = await port.ask('read', connection, 'wallet_getAssets', [{ account: accounts[0]?.address }])
  if (typeof answer !== 'object' || answer === null) throw sayUnreadable(connection, 'read', answer)
  return Object.entries(answer).flatMap(([chain, items]: [string, unknown]) => {
    const chainId = parseChainId(chain)
    if (!chainId || !Array.isArray(items)) return []
    return items.flatMap((item) => parseAsset(`eip155:${chainId}`, item) ?? [])
  })
}

/** One item; undefined when it cannot be shown with a right amount. Kinds come in upper and in lower case. */
function parseAsset(networkId: WalletAsset['networkId'], item: unknown): WalletAsset | undefined {
  const { address, balance, type, metadata } = (item ?? {}) as Readonly<Record<string, unknown>>
  const amount = parseQuantity(balance)
  const kind = typeof type === 'string' ? type.toLowerCase() : undefined
  if (amount === undefined) return undefined
  const { name, symbol, decimals } = (metadata ?? {}) as Readonly<Record<string, unknown>>
  const told = {
    networkId,
    balance: amount,
    name: readText(name),
    symbol: readText(symbol),
    decimals:
      Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= 255 ? Number(decimals) : undefined,
  }
  if (kind === 'native') return { ...told, type: kind }
  if ((kind === 'erc20' || kind === 'erc721') && isAddress(address)) return { ...told, type: kind, address }
  return undefined
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, TEXT_LIMIT) : undefined
}
