/** What is missing of a transfer, and whether the account can pay for it. The view and the action ask the same functions. */
import type { AccountType, SendRequest } from '../../types/adapter.ts'
import type { Namespace, Network, NetworkId } from '../../types/network.ts'
import { listAddressNetworks } from '../../values/bitcoinNetworks.ts'
import { fitsFamily } from '../../values/fitsFamily.ts'
import { isSameAddress } from '../../values/namespaces.ts'
import { readAmount } from '../../values/readAmount.ts'
import { mayBeName } from '../../ways/readName.ts'
import { toQuantity, toUnits } from '../tokens/rules.ts'
import type { Token, TokensState } from '../tokens/state.ts'
import type { PrefilledSend } from './declare.ts'
import { EMPTY_FORM, type NamedRecipient, type SendForm, type SendNft, type SendState } from './state.ts'

/** Gas kept back when everything of a coin is sent, and the least that a transfer of a token is counted with. */
export const RESERVED_GAS = 65_000n

/** Why a transfer that a site asks for cannot be made. */
export type PrefillMistake =
  | 'AMOUNT_INVALID'
  | 'CHAIN_UNSUPPORTED'
  | 'NETWORK_NOT_FOUND'
  | 'TOKEN_NOT_FOUND'
  | 'RECIPIENT_INVALID'

/**
 * What is wrong with a transfer that a site asks for; undefined where nothing is. `tokens` of its network, undefined while they are
 * being read. Never throws, whatever a site hands in.
 */
export function findPrefillMistake(
  send: PrefilledSend,
  { networks, tokens }: { readonly networks: readonly Network[]; readonly tokens: readonly SendToken[] | undefined },
): PrefillMistake | undefined {
  const { networkId, amount, to, token } = Object(send) as Partial<PrefilledSend>
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (!network) return 'NETWORK_NOT_FOUND'
  const namespace = network.chainNamespace
  if (!isSendNamespace(namespace)) return 'CHAIN_UNSUPPORTED'
  if (typeof to !== 'string' || (!mayBeName(to) && toRecipient(to, namespace) === undefined)) return 'RECIPIENT_INVALID'
  if (typeof amount !== 'string' || readAmount(amount, MOST_DECIMALS) === undefined) return 'AMOUNT_INVALID'
  if (token !== undefined && (typeof token !== 'string' || !fitsFamily(namespace, token))) return 'TOKEN_NOT_FOUND'
  if (!tokens) return undefined
  const found = findToken(tokens, token, namespace)
  if (!found) return 'TOKEN_NOT_FOUND'
  return readAmount(amount, found.decimals) === undefined ? 'AMOUNT_INVALID' : undefined
}

/** Decimals that a token may have at most. Source: ERC-20, `uint8`. */
const MOST_DECIMALS = 255

/** The token of a contract or mint among those that are held; the coin where none is named. */
export function findToken(
  tokens: readonly SendToken[],
  address: string | undefined,
  namespace: SendNamespace,
): SendToken | undefined {
  if (address === undefined) return tokens.find((token) => token.address === undefined)
  return tokens.find((token) => token.address !== undefined && isSameAddress(namespace, token.address, address))
}

/** What a transaction of one signature costs on Solana, in lamports. Source: Solana, "Fees". */
export const SIGNATURE_LAMPORTS = 5_000n

/** Lamports that a busy network asks beside it, at most. Source: the adapter's own limit of it. */
const PRIORITY_LAMPORTS = 200_000n

/**
 * The fewest lamports that an account may be left with, unless nothing is left: a transfer that leaves fewer is refused. Source:
 * Solana, "Rent": two years of 3,480 lamports for each of 128 bytes.
 */
export const RENT_LAMPORTS = 890_880n

/** Namespaces that something can be sent on from here. */
export type SendNamespace = 'eip155' | 'solana' | 'bip122'

/** Whether something can be sent on a namespace from here. */
export function isSendNamespace(namespace: Namespace | undefined): namespace is SendNamespace {
  return namespace === 'eip155' || namespace === 'solana' || namespace === 'bip122'
}

/** Something that the account holds and can send. */
export type SendToken = {
  readonly key: string
  /** Its contract; undefined for the coin. */
  readonly address: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In base units; undefined where nobody here knows it. */
  readonly balance: bigint | undefined
  /** Of one whole unit; undefined where it is not known. */
  readonly price: number | undefined
  readonly iconUrl: string | undefined
  /** What it is where it is no coin and no token, but one of a collection. */
  readonly nft?: SendNft | undefined
}

/** What the button says, the first that fits; only `ready` leads on. */
export type SendStep =
  | 'selectToken'
  | 'addAmount'
  | 'incorrectValue'
  | 'insufficientFunds'
  | 'insufficientFee'
  | 'addAddress'
  | 'invalidAddress'
  | 'otherNetwork'
  | 'readingName'
  | 'unknownName'
  | 'unreadName'
  | 'ready'

/** What is filled in for this network. */
export function getForm({ form }: { readonly form: SendForm }, networkId: NetworkId): SendForm {
  if (form.networkId === networkId) return form
  // Of Bitcoin there is nothing else to choose.
  return { ...EMPTY_FORM, networkId, token: networkId.startsWith('bip122:') ? 'native' : undefined }
}

/** What the account holds on a network, the coin among it also where only the chain itself said it; Bitcoin's also where nobody did. */
export function listSendTokens(
  { tokens, native }: Pick<TokensState, 'tokens' | 'native'>,
  { caipNetworkId, chainNamespace, nativeCurrency }: Network,
): readonly SendToken[] {
  const held = (tokens ?? []).flatMap((token): readonly SendToken[] => {
    const balance = toUnits(token.quantity.numeric, token.quantity.decimals)
    const keys = toKeys(token, chainNamespace)
    // What has no contract that could be asked to move it cannot be sent.
    const isMovable = keys.address === undefined || fitsFamily(chainNamespace, keys.address)
    if (token.chainId !== caipNetworkId || balance === undefined || !isMovable) return []
    const { name, symbol, price, iconUrl } = token
    return [{ ...keys, name, symbol, price, iconUrl, decimals: token.quantity.decimals, balance }]
  })
  const known = native ?? (chainNamespace === 'bip122' ? { ...nativeCurrency, value: undefined } : undefined)
  if (known === undefined || held.some(({ address }) => address === undefined)) return held
  const { value: balance, decimals, symbol } = known
  const coin = { key: 'native', address: undefined, name: nativeCurrency.name, price: undefined, iconUrl: undefined }
  return [{ ...coin, symbol, decimals, balance }, ...held]
}

/** How the form calls a token, and its contract; a coin has none. */
export function toKeys({ address }: Pick<Token, 'address'>, namespace: Namespace): Pick<SendToken, 'key' | 'address'> {
  const contract = address?.slice(address.lastIndexOf(':') + 1)
  if (contract === undefined) return { key: 'native', address: undefined }
  return { key: namespace === 'eip155' ? contract.toLowerCase() : contract, address: contract }
}

/** An NFT as something that the account holds whole ones of. */
export function toNftToken(nft: SendNft): SendToken {
  const { contract, tokenId, quantity, name, imageUrl, standard } = nft
  const key = `${standard === 'METAPLEX' ? contract : contract.toLowerCase()}/${tokenId}`
  const balance = BigInt(quantity)
  return { key, address: contract, name, symbol: name, decimals: 0, balance, price: undefined, iconUrl: imageUrl, nft }
}

/** Whether there is one of it alone, so that no amount is asked for. */
export function isUnique({ standard }: Pick<SendNft, 'standard'>): boolean {
  return standard !== 'ERC1155'
}

/** The amount in base units; undefined where none, or no amount, is typed. */
export function readUnits(form: SendForm, token: SendToken): bigint | undefined {
  if (!form.isFiat) {
    const quantity = readAmount(form.amount, token.decimals)
    return quantity === undefined ? undefined : toUnits(quantity, token.decimals)
  }
  const quantity = readAmount(form.amount, FIAT_DIGITS)
  if (quantity === undefined || !token.price) return undefined
  const whole = Number(quantity) / token.price
  // Beyond these digits a number of JavaScript says nothing more.
  const digits = Math.min(token.decimals, 8)
  if (!Number.isFinite(whole) || whole >= 1e21) return undefined
  const units = toUnits(whole.toFixed(digits), token.decimals)
  return units === 0n ? undefined : units
}

/** Digits of a currency that are read; more are noise. */
const FIAT_DIGITS = 6

/** The most that can be sent: of the coin, what is left beside the fee. Undefined while the fee, or what there is, is not known. */
export function getMost(
  token: SendToken,
  gasPrice: bigint | undefined,
  namespace: SendNamespace = 'eip155',
): bigint | undefined {
  if (token.address !== undefined || token.balance === undefined) return token.balance
  if (namespace === 'bip122') return undefined
  if (namespace === 'eip155' && gasPrice === undefined) return undefined
  const reserved = SIGNATURE_LAMPORTS + PRIORITY_LAMPORTS + RENT_LAMPORTS
  const rest = token.balance - (namespace === 'solana' ? reserved : RESERVED_GAS * (gasPrice ?? 0n))
  return rest > 0n ? rest : 0n
}

/**
 * What the form lacks. The fee is counted in the coin itself, which is known where its price is not; smart accounts may have it
 * paid by others, and what cannot be read stops nobody: the wallet says it then.
 */
export function getStep(
  form: SendForm,
  parameters: {
    readonly tokens: readonly SendToken[]
    readonly gasPrice: bigint | undefined
    readonly accountType: AccountType
    /** Default: eip155. */
    readonly namespace?: SendNamespace | undefined
    /** The network in use, of which a recipient of Bitcoin must be. */
    readonly networkId?: NetworkId | undefined
    readonly named?: NamedRecipient | undefined
  },
): SendStep {
  const { tokens, gasPrice, accountType, namespace = 'eip155', named, networkId } = parameters
  const token = tokens.find(({ key }) => key === form.token)
  if (!token) return 'selectToken'
  if (form.amount.trim() === '') return 'addAmount'
  const units = readUnits(form, token)
  if (units === undefined) return 'incorrectValue'
  if (token.balance !== undefined && units > token.balance) return 'insufficientFunds'
  const coin = tokens.find(({ address }) => address === undefined)
  const spent = token.address === undefined ? units : 0n
  // What Bitcoin takes, the wallet says.
  const gas =
    (namespace === 'bip122' ? 0n : (gasPrice ?? 0n)) * (token.address === undefined ? LEAST_GAS : RESERVED_GAS)
  const fee = namespace === 'solana' ? SIGNATURE_LAMPORTS : gas
  const left = coin?.balance === undefined ? undefined : coin.balance - spent - fee
  const isLow = left !== undefined && (left < 0n || (namespace === 'solana' && left > 0n && left < RENT_LAMPORTS))
  if (accountType !== 'smartAccount' && isLow) return 'insufficientFee'
  if (form.to.trim() === '') return 'addAddress'
  if (!mayBeName(form.to)) {
    const to = toRecipient(form.to, namespace)
    if (to === undefined) return 'invalidAddress'
    const isElsewhere =
      namespace === 'bip122' && networkId !== undefined && !listAddressNetworks(to).includes(networkId)
    return isElsewhere ? 'otherNetwork' : 'ready'
  }
  const found = findNamed(form, named)
  if (found === undefined || found.status === 'reading') return 'readingName'
  if (found.status === 'unread') return 'unreadName'
  return found.address === undefined ? 'unknownName' : 'ready'
}

/** What is known of the name that stands in the form; undefined where none does, or nothing is known yet. */
export function findNamed(form: SendForm, named: NamedRecipient | undefined): NamedRecipient | undefined {
  return named !== undefined && named.typed === form.to.trim() && named.networkId === form.networkId ? named : undefined
}

/** Gas of a bare transfer. Source: Ethereum yellow paper, G_transaction. */
const LEAST_GAS = 21_000n

/** An address of the namespace; on eip155 its `0x` is put before it where it is missing. */
export function toRecipient(typed: string, namespace: SendNamespace = 'eip155'): string | undefined {
  const text = typed.trim()
  if (namespace !== 'eip155') return fitsFamily(namespace, text) ? text : undefined
  if (!/^(0x)?[0-9a-f]{40}$/i.test(text)) return undefined
  return text.length === 40 ? `0x${text}` : text
}

/** The transfer that the form describes; undefined where it does not yet. A name stands for the address that it led to. */
export function toRequest(
  form: SendForm,
  tokens: readonly SendToken[],
  { namespace = 'eip155', named }: { readonly namespace?: SendNamespace; readonly named?: SendState['named'] } = {},
): SendRequest | undefined {
  const token = tokens.find(({ key }) => key === form.token)
  const amount = token && readUnits(form, token)
  const to = mayBeName(form.to) ? findNamed(form, named)?.address : toRecipient(form.to, namespace)
  if (!token || amount === undefined || to === undefined) return undefined
  const { address, decimals } = token
  return { to, amount, token: address === undefined ? undefined : { address, decimals } }
}

/** An amount with its symbol, whole to the last digit: what is signed is never rounded. */
export function toAmountText(amount: bigint, token: Pick<SendToken, 'decimals' | 'symbol' | 'nft'>): string {
  const { decimals, symbol, nft } = token
  if (nft) return isUnique(nft) ? symbol : `${amount} × ${symbol}`
  return `${toQuantity(amount, decimals)} ${symbol}`
}
