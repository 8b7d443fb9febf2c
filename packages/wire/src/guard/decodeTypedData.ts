/** What a signature of typed data would allow. Sources: EIP-712, ERC-2612, ERC-3009, DAI's permit, Uniswap/permit2, Seaport. */
import { PERMIT2, widenPermit2 } from './functions/permit2.ts'
import { MAX_UINT256 } from './operations.ts'
import type { Hex } from './readAbi.ts'

/** What a spender may take of one token, until `expiresAt` (ms since 1970) where that is said. */
export type SignedApproval = {
  readonly token: Hex
  readonly amount: bigint
  readonly expiresAt?: number | undefined
}

/** One thing of an order. `token` undefined: the network's own coin. `id`: of an item; undefined for any of its collection. Amounts in base units, at most. */
export type OrderItem = {
  readonly token: Hex | undefined
  readonly isNft: boolean
  readonly id: bigint | undefined
  readonly amount: bigint
}

/** A signature that moves tokens, or lets somebody move them. Addresses in lower case. */
export type TypedDataMeaning =
  | {
      readonly kind: 'permit'
      readonly standard: 'erc2612' | 'erc3009' | 'dai' | 'permit2Allowance' | 'permit2Transfer'
      /** Whose tokens; undefined where the data does not say it, and it is the one who signs. */
      readonly owner: Hex | undefined
      readonly spender: Hex
      readonly approvals: readonly SignedApproval[]
      /** Until when the signature can be used, ms since 1970. */
      readonly deadlineAt: number | undefined
      readonly chainId: number | undefined
      /** False for data in the form of Permit2 that names another contract. */
      readonly isCanonical: boolean
    }
  /** An order of a market of NFTs: whoever fills it takes what is given. What the account gets is counted, what others get is not. */
  | {
      readonly kind: 'order'
      readonly offerer: Hex
      readonly gives: readonly OrderItem[]
      readonly gets: readonly OrderItem[]
      /** Until when it can be filled, ms since 1970. */
      readonly endsAt: number | undefined
      readonly chainId: number | undefined
    }
  /** Named like a permit, yet not of its form: nobody knows what it allows. */
  | { readonly kind: 'unreadable'; readonly primaryType: string }
  | { readonly kind: 'other'; readonly primaryType: string }

/** Names of the types that Permit2 signs; `Witness` ones carry an order along. */
const PERMIT2_TYPES: Readonly<Record<string, 'permit2Allowance' | 'permit2Transfer'>> = {
  PermitSingle: 'permit2Allowance',
  PermitBatch: 'permit2Allowance',
  PermitTransferFrom: 'permit2Transfer',
  PermitBatchTransferFrom: 'permit2Transfer',
  PermitWitnessTransferFrom: 'permit2Transfer',
  PermitBatchWitnessTransferFrom: 'permit2Transfer',
}

/** Names of the types by which ERC-3009 moves tokens. */
const ERC3009_TYPES: Readonly<Record<string, true>> = {
  TransferWithAuthorization: true,
  ReceiveWithAuthorization: true,
}

/** Tokens of one signature that are looked at. */
const MOST_TOKENS = 64

/** Reads typed data as `eth_signTypedData_v4` is handed it, an object or its JSON. Never throws. */
export function decodeTypedData(input: unknown): TypedDataMeaning {
  try {
    const data: unknown = typeof input === 'string' ? JSON.parse(input) : input
    return read(data)
  } catch {
    // No JSON, or an object that throws when it is read.
    return { kind: 'unreadable', primaryType: '' }
  }
}

function read(data: unknown): TypedDataMeaning {
  const primaryType = toText(get(data, 'primaryType'))
  const message = get(data, 'message')
  const domain = get(data, 'domain')
  // The first version of typed data, a list of names and values, carries nothing that would tell what it is for.
  if (Array.isArray(data)) return { kind: 'unreadable', primaryType: '' }
  const contract = toAddress(get(domain, 'verifyingContract'))
  const chain = toNumber(get(domain, 'chainId'))
  const chainId = chain === undefined ? undefined : Number(chain)
  const unreadable = { kind: 'unreadable', primaryType } as const
  const permit2 = Object.hasOwn(PERMIT2_TYPES, primaryType) ? PERMIT2_TYPES[primaryType] : undefined
  if (permit2) {
    const isTransfer = permit2 === 'permit2Transfer'
    const body = get(message, isTransfer ? 'permitted' : 'details')
    const items = Array.isArray(body) ? body : [body]
    const approvals = items.map((item) => readPermit2(item, isTransfer))
    const spender = toAddress(get(message, 'spender'))
    const isWhole = approvals.every((approval) => approval !== undefined)
    if (!spender || !contract || !isWhole || items.length > MOST_TOKENS) return unreadable
    const deadlineAt = toTime(get(message, isTransfer ? 'deadline' : 'sigDeadline'))
    return {
      kind: 'permit',
      standard: permit2,
      owner: undefined,
      spender,
      approvals: approvals as readonly SignedApproval[],
      deadlineAt,
      chainId,
      isCanonical: contract === PERMIT2,
    }
  }
  const moves = Object.hasOwn(ERC3009_TYPES, primaryType)
  if (moves) {
    const [owner, spender] = [toAddress(get(message, 'from')), toAddress(get(message, 'to'))]
    const amount = toNumber(get(message, 'value'))
    if (!owner || !spender || !contract || amount === undefined) return unreadable
    const deadlineAt = toTime(get(message, 'validBefore'))
    const approvals = [{ token: contract, amount }]
    return { kind: 'permit', standard: 'erc3009', owner, spender, approvals, deadlineAt, chainId, isCanonical: true }
  }
  if (primaryType === 'OrderComponents') {
    const offerer = toAddress(get(message, 'offerer'))
    const gives = readItems(get(message, 'offer'))
    const gets = readItems(get(message, 'consideration'), offerer)
    if (!offerer || !gives || !gets) return unreadable
    return { kind: 'order', offerer, gives, gets, endsAt: toTime(get(message, 'endTime')), chainId }
  }
  // Many orders under one signature: only their hashes are there to be read.
  if (primaryType === 'BulkOrder') return unreadable
  if (primaryType !== 'Permit') return { kind: 'other', primaryType }
  const spender = toAddress(get(message, 'spender'))
  const isDai = get(message, 'allowed') !== undefined
  const owner = toAddress(get(message, isDai ? 'holder' : 'owner'))
  const amount = isDai ? toAllowed(get(message, 'allowed')) : toNumber(get(message, 'value'))
  if (!spender || !owner || !contract || amount === undefined) return unreadable
  const deadlineAt = toTime(get(message, isDai ? 'expiry' : 'deadline'))
  return {
    kind: 'permit',
    standard: isDai ? 'dai' : 'erc2612',
    owner,
    spender,
    approvals: [{ token: contract, amount }],
    // DAI takes an expiry of 0 for one that never comes.
    deadlineAt: isDai && deadlineAt === 0 ? undefined : deadlineAt,
    chainId,
    isCanonical: true,
  }
}

/** Items of a Seaport order, those alone that `recipient` gets where one is named; undefined when one of them cannot be read. */
function readItems(list: unknown, recipient?: Hex | undefined): readonly OrderItem[] | undefined {
  if (!Array.isArray(list) || list.length > MOST_TOKENS) return undefined
  const items: OrderItem[] = []
  for (const item of list as readonly unknown[]) {
    const type = toNumber(get(item, 'itemType'))
    const token = toAddress(get(item, 'token'))
    const id = toNumber(get(item, 'identifierOrCriteria'))
    const [start, end] = [toNumber(get(item, 'startAmount')), toNumber(get(item, 'endAmount'))]
    if (type === undefined || type > 5n || !token || id === undefined || start === undefined || end === undefined) {
      return undefined
    }
    if (recipient !== undefined && toAddress(get(item, 'recipient')) !== recipient) continue
    // Of what is given the most counts, of what is got the least: both change with time.
    const amount = start > end === (recipient === undefined) ? start : end
    const isNft = type >= 2n
    items.push({ token: type === 0n ? undefined : token, isNft, id: isNft && type < 4n ? id : undefined, amount })
  }
  return items
}

function readPermit2(item: unknown, isTransfer: boolean): SignedApproval | undefined {
  const token = toAddress(get(item, 'token'))
  const amount = toNumber(get(item, 'amount'))
  if (!token || amount === undefined) return undefined
  return isTransfer
    ? { token, amount }
    : { token, amount: widenPermit2(amount), expiresAt: toTime(get(item, 'expiration')) }
}

/** A field of the object's own; what it inherits was not signed. */
function get(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return undefined
  return (object as Readonly<Record<string, unknown>>)[name]
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function toAddress(value: unknown): Hex | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) ? (value.toLowerCase() as Hex) : undefined
}

/** A number of up to 256 bits as wallets take it: a number, a bigint, decimal or hexadecimal text. */
function toNumber(value: unknown): bigint | undefined {
  const isText = typeof value === 'string' && /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(value)
  if (!isText && typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined
  const number = BigInt(value as string | number | bigint)
  return number >= 0n && number <= MAX_UINT256 ? number : undefined
}

function toAllowed(value: unknown): bigint | undefined {
  if (value === true || value === 'true') return MAX_UINT256
  return value === false || value === 'false' ? 0n : undefined
}

/** Seconds as ms; undefined for a time that no clock reaches, which is none. */
function toTime(value: unknown): number | undefined {
  const seconds = toNumber(value)
  return seconds === undefined || seconds > 8_640_000_000_000n ? undefined : Number(seconds) * 1000
}
