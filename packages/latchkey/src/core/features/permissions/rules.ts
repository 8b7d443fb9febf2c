/** What approvals are taken back with, and which of them are bait. Sources: EIP-20, EIP-721, EIP-1155, Uniswap/permit2; SEC-96. */
import { PERMIT2 } from '@latchkey/wire/guard'
import type { Approval, Permission } from './state.ts'

export { PERMIT2 }

type Hex = `0x${string}`

/** A call of the owner's. */
export type RevokeCall = { readonly to: string; readonly data: Hex }

/** Whether it is an approval, which the chain keeps; what else there is, a wallet or a server does. */
export function isApproval({ kind }: Permission): boolean {
  return kind === 'allowance' || kind === 'permit2' || kind === 'operator' || kind === 'nft'
}

/**
 * Whether an approval is likely bait: a contract that nobody lists may write into the logs that anybody approved anybody, so that its owner is
 * called, and paid for. Such ones are folded away.
 */
export function isBait({ kind, trust, held, name, symbol }: Approval): boolean {
  if (trust === 'spam' || trust === 'lookAlike') return true
  if (trust === 'listed' || !(kind === 'allowance' || kind === 'permit2')) return false
  // Whoever holds nothing of a token, or of one without a name, loses nothing by it.
  return held === undefined || held === 0n || (name === undefined && symbol === undefined)
}

/** Whether an approval may be taken back together with others: a contract that nobody lists may make a batch fail, or cost all of its fee. */
export function mayJoin({ trust }: Approval): boolean {
  return trust === 'listed'
}

/** The call that takes an approval back. */
export function toRevokeCall({ kind, contract, spender, tokenId }: Approval): RevokeCall {
  if (kind === 'allowance') return { to: contract, data: `0x095ea7b3${word(spender)}${word(0n)}` }
  if (kind === 'nft') return { to: contract, data: `0x095ea7b3${word(0n)}${word(BigInt(tokenId ?? 0))}` }
  if (kind === 'operator') return { to: contract, data: `0xa22cb465${word(spender)}${word(0n)}` }
  // approve(token, spender, 0, 0): nothing, and ended at once.
  return { to: PERMIT2, data: `0x87517c45${word(contract)}${word(spender)}${word(0n)}${word(0n)}` }
}

/** The question that says whether an approval stands: any number but 0 means that it does. */
export function toStandsCall({ kind, owner, contract, spender, tokenId }: Approval): RevokeCall {
  if (kind === 'allowance') return { to: contract, data: `0xdd62ed3e${word(owner)}${word(spender)}` }
  if (kind === 'nft') return { to: contract, data: `0x081812fc${word(BigInt(tokenId ?? 0))}` }
  if (kind === 'operator') return { to: contract, data: `0xe985e9c5${word(owner)}${word(spender)}` }
  return { to: PERMIT2, data: `0x927da105${word(owner)}${word(contract)}${word(spender)}` }
}

/** Whether the answer to that question says that it stands; undefined where it is none. */
export function readStands({ kind, spender }: Approval, answer: unknown): boolean | undefined {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}/i.test(answer)) return undefined
  const value = BigInt(answer.slice(0, 66))
  // One NFT may have been approved to somebody else meanwhile.
  return kind === 'nft' ? value === BigInt(spender) : value !== 0n
}

/** What could be taken at most, in US dollars: of several who may take the same token, what the one that may take most could. */
export function sumRisk(approvals: readonly Approval[]): number | undefined {
  const most = new Map<string, number>()
  for (const { networkId, contract, value } of approvals) {
    if (value === undefined) continue
    const key = `${networkId}:${contract}`
    most.set(key, Math.max(most.get(key) ?? 0, value))
  }
  return most.size === 0 ? undefined : [...most.values()].reduce((sum, value) => sum + value, 0)
}

function word(value: string | bigint): string {
  const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()
  return digits.padStart(64, '0')
}
