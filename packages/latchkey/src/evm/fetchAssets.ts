/** What an account holds, as its wallet knows it. Source: EIP-7811, `wallet_getAssets`. */

import { FailureError } from '../core/errors/failure.ts'
import type { AssetsRequest, Connection, WalletAsset } from '../core/types/adapter.ts'
import { describeStep } from './describeStep.ts'
import { fetchCapabilities, findCapability } from './fetchCapabilities.ts'
import { parseQuantity, toQuantity } from './hex.ts'
import { isAddress } from './isAddress.ts'
import { parseChainId } from './parseChainId.ts'
import { sayUnreadable, type WalletPort } from './walletPort.ts'

/** Longest name or symbol that is taken over, in characters. */
const TEXT_LIMIT = 64

/** Longest address of a picture that is taken over, in characters. */
const ICON_LIMIT = 20_000

/**
 * Asks the wallet for the active account's holdings, on one network or on all its chains. Only a wallet that claims `assetDiscovery` is asked;
 * any other rejects with `METHOD_NOT_GRANTED`. Items that cannot be read are left out one by one.
 */
export async function fetchAssets(
  port: WalletPort,
  connection: Connection,
  { networkId: only, types }: AssetsRequest = {},
): Promise<readonly WalletAsset[]> {
  const { connector, accounts } = connection
  const networkId = only ?? connection.networkId
  const wanted = Number(networkId.slice(networkId.indexOf(':') + 1))
  const capabilities = await fetchCapabilities(port, connection)
  const claim = findCapability(capabilities, wanted, 'assetDiscovery')
  if ((claim as { supported?: unknown } | undefined)?.supported !== true) {
    const text = `${connector.name} does not list assets.`
    throw new FailureError('METHOD_NOT_GRANTED', text, describeStep('read', connector, networkId))
  }
  const question = {
    account: accounts[0]?.address,
    ...(types !== undefined && { assetTypeFilter: types }),
    ...(only !== undefined && { chainFilter: [toQuantity(wanted)] }),
  }
  const answer = await port.ask('read', connection, 'wallet_getAssets', [question])
  if (typeof answer !== 'object' || answer === null) throw sayUnreadable(connection, 'read', answer)
  return Object.entries(answer).flatMap(([chain, items]: [string, unknown]) => {
    const chainId = parseChainId(chain)
    if (!chainId || !Array.isArray(items) || (only !== undefined && chainId !== wanted)) return []
    return (
      items
        .flatMap((item) => parseAsset(`eip155:${chainId}`, item) ?? [])
        // A wallet that does not know the filter answers everything.
        .filter(({ type }) => types === undefined || types.includes(type))
    )
  })
}

/** One item; undefined when it cannot be shown with a right amount. Kinds come in upper and in lower case. */
function parseAsset(networkId: WalletAsset['networkId'], item: unknown): WalletAsset | undefined {
  const { address, balance, type, metadata } = (item ?? {}) as Readonly<Record<string, unknown>>
  const amount = parseQuantity(balance)
  const kind = typeof type === 'string' ? type.toLowerCase() : undefined
  if (amount === undefined) return undefined
  const { name, symbol, decimals, price, value, iconUrl } = (metadata ?? {}) as Readonly<Record<string, unknown>>
  const told = {
    networkId,
    balance: amount,
    name: readText(name),
    symbol: readText(symbol),
    decimals:
      Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= 255 ? Number(decimals) : undefined,
    price: readNumber(price),
    value: readNumber(value),
    iconUrl: typeof iconUrl === 'string' && iconUrl !== '' && iconUrl.length <= ICON_LIMIT ? iconUrl : undefined,
  }
  if (kind === 'native') return { ...told, type: kind }
  if ((kind === 'erc20' || kind === 'erc721') && isAddress(address)) return { ...told, type: kind, address }
  return undefined
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, TEXT_LIMIT) : undefined
}

/** A sum of money; a price that a wallet does not know is often 0. */
function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined
}
