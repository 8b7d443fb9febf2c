/** Which of a visitor's two addresses on eip155 a request is for. */
import { CallError } from '../../../channel/CallError.ts'
import type { AccountType, FrameRequest, KeyAccount, SmartNetwork } from '../../keyTasks.ts'

type Around = {
  readonly account: Pick<KeyAccount, 'addresses' | 'smartAccount'>
  /** CAIP-2. */
  readonly network: string
  /** The one that the visitor wants where a network has both. */
  readonly preferred: AccountType
  readonly networks: readonly SmartNetwork[]
}

const listOf = (params: unknown): readonly unknown[] => (Array.isArray(params) ? params : [])
const isSame = (named: unknown, address: string): boolean =>
  typeof named === 'string' && named.toLowerCase() === address.toLowerCase()

/** The one in use: the smart one where it is wanted and the network has it. */
export const typeInUse = ({ network, preferred, networks }: Omit<Around, 'account'>): AccountType =>
  preferred === 'smartAccount' && networks.some(({ id }) => id === network) ? 'smartAccount' : 'eoa'

/** Whose account an object of a request says that it is for; the product's permissions call it `address`. */
const nameOf = (wanted: unknown): unknown => {
  const { from, address } = Object(wanted) as { readonly from?: unknown; readonly address?: unknown }
  return from ?? address
}

/** Whom the request names, where it names one of the two; else the one in use. */
export const typeOfRequest = (
  { method, params }: Pick<FrameRequest, 'method' | 'params'>,
  around: Around,
): AccountType => {
  const { account, network, networks } = around
  const [first, second] = listOf(params)
  const named = method === 'personal_sign' ? second : method === 'eth_signTypedData_v4' ? first : nameOf(first)
  if (isSame(named, account.addresses.eip155)) return 'eoa'
  if (isSame(named, account.smartAccount) && networks.some(({ id }) => id === network)) return 'smartAccount'
  return typeInUse(around)
}

/** What a request for capabilities is about: an account of the visitor's, and the chains in hex where it names some. */
export const readCapabilitiesRequest = (
  params: unknown,
  around: Around,
): { readonly type: AccountType; readonly chains: readonly string[] | undefined } => {
  const { account } = around
  const [named, chains] = listOf(params)
  const type = named === undefined ? typeInUse(around) : isSame(named, account.smartAccount) ? 'smartAccount' : 'eoa'
  if (named !== undefined && type === 'eoa' && !isSame(named, account.addresses.eip155))
    throw new CallError({ message: 'That is not the account here', code: 4100, reason: 'ACCOUNT_UNKNOWN' })
  return { type, chains: Array.isArray(chains) ? chains.map((chain) => String(chain).toLowerCase()) : undefined }
}

/** Of either account: the gateway tells what it holds. Source: ERC-7811. */
export const KNOWS_ASSETS = { assetDiscovery: { supported: true } } as const

/** What the smart account can do, by chain. Sources: EIP-5792, ERC-7677. */
export const listSmartCapabilities = (
  networks: readonly SmartNetwork[],
  wanted: readonly string[] | undefined,
): Readonly<Record<string, unknown>> => {
  const all = networks.map(({ id, isSponsored }) => [
    `0x${BigInt(id.slice('eip155:'.length)).toString(16)}`,
    { atomic: { status: 'supported' }, paymasterService: { supported: isSponsored }, ...KNOWS_ASSETS },
  ])
  return Object.fromEntries(all.filter(([chain]) => wanted?.includes(String(chain)) ?? true))
}
