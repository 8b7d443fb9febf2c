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

/** Whom the request names, where it names one of the two; else the one in use. */
export const typeOfRequest = (
  { method, params }: Pick<FrameRequest, 'method' | 'params'>,
  around: Around,
): AccountType => {
  const { account, network, networks } = around
  const [first, second] = listOf(params)
  const named =
    method === 'personal_sign'
      ? second
      : method === 'eth_signTypedData_v4'
        ? first
        : (Object(first) as { readonly from?: unknown }).from
  if (isSame(named, account.addresses.eip155)) return 'eoa'
  if (isSame(named, account.smartAccount) && networks.some(({ id }) => id === network)) return 'smartAccount'
  return typeInUse(around)
}

/**
 * The answer to `wallet_getCapabilities`: of the smart account what it can do, on the networks that are asked about; of the key's own
 * address nothing. Without an address it is the one in use. Sources: EIP-5792, ERC-7677.
 */
export const listCapabilities = (params: unknown, around: Around): Readonly<Record<string, unknown>> => {
  const { account, networks } = around
  const [named, chains] = listOf(params)
  const isSmart = named === undefined ? typeInUse(around) === 'smartAccount' : isSame(named, account.smartAccount)
  if (named !== undefined && !isSmart && !isSame(named, account.addresses.eip155))
    throw new CallError({ message: 'That is not the account here', code: 4100, reason: 'ACCOUNT_UNKNOWN' })
  if (!isSmart) return {}
  const wanted = Array.isArray(chains) ? chains.map((chain) => String(chain).toLowerCase()) : undefined
  const all = networks.map(({ id, isSponsored }) => [
    `0x${BigInt(id.slice('eip155:'.length)).toString(16)}`,
    { atomic: { status: 'supported' }, paymasterService: { supported: isSponsored } },
  ])
  return Object.fromEntries(all.filter(([chain]) => wanted?.includes(String(chain)) ?? true))
}
