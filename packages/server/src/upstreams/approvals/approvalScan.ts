/** Whom an account approved, from a chain's logs. Sources: EIP-20, EIP-721, EIP-1155, Uniswap/permit2. */
import { PERMIT2 } from '@latchkey/wire/guard'
import * as v from 'valibot'
import { type Hex, pad } from 'viem'
import type { Clock } from '../../ports.ts'
import {
  type AccountScan,
  byBlock,
  createAccountScan,
  isFurther,
  type NodeLog,
  type ScanStore,
  type ScanSubject,
  type Stretch,
} from '../accountScan.ts'
import { readSaved, savedAddress, savedBlock, savedStretch, savedTokenId, writeTokenId } from '../savedScan.ts'

/** An approval that was given at some time; whether it stands, the chain says. Addresses in lower case. */
export type GivenApproval = {
  readonly kind: 'allowance' | 'permit2' | 'operator' | 'nft'
  readonly contract: Hex
  /** Of `nft` the one of the newest log: the contract says who it is now. */
  readonly spender: Hex
  /** Of `nft` alone. */
  readonly tokenId?: bigint | undefined
  /** Block of the newest log of it. */
  readonly block: bigint
}

/** What is known of an account's approvals, and which blocks were read for it. */
export type ApprovalScan = Stretch & { readonly given: ReadonlyMap<string, GivenApproval> }

/** Approvals that are remembered of one account and chain; of more the oldest go, unlisted contracts first. */
export const GIVEN_LIMIT = 1_000

/** Approvals that are remembered of one contract that the operator does not list: whoever floods the logs pushes out nothing but their own. */
export const CONTRACT_LIMIT = 50

/** `Approval(address,address,uint256)` of ERC-20 and ERC-721. */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/** `ApprovalForAll(address,address,bool)`. */
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
/** Permit2's `Approval(address,address,address,uint160,uint48)`. */
const PERMIT2_APPROVAL = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
/** Permit2's `Permit(address,address,address,uint160,uint48,uint48)`. */
const PERMIT2_PERMIT = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'

const saved = v.object({
  ...savedStretch,
  given: v.array(
    v.tuple([
      v.picklist(['allowance', 'permit2', 'operator', 'nft']),
      savedAddress,
      savedAddress,
      savedBlock,
      v.nullable(savedTokenId),
    ]),
  ),
})

/** Makes the search. `listed` holds the tokens that the operator lists, by chain, in lower case. */
export function createApprovalScan(parameters: {
  clock: Clock
  store?: ScanStore | undefined
  listed: ReadonlyMap<string, ReadonlySet<string>>
}): AccountScan<ApprovalScan> {
  const subject: ScanSubject<ApprovalScan> = {
    nothing: { given: new Map(), from: 0n, to: -1n, isCut: false },
    // The owner stands in the same place of all four.
    topics: (owner) => [[[APPROVAL, APPROVAL_FOR_ALL, PERMIT2_APPROVAL, PERMIT2_PERMIT], pad(owner).toLowerCase()]],
    add(before, logs, pool) {
      const given = new Map(before.given)
      for (const each of logs.flatMap(readLog)) {
        const key = keyOf(each)
        if ((given.get(key)?.block ?? -1n) <= each.block) given.set(key, each)
      }
      const kept = keep([...given.values()], parameters.listed.get(pool.networkId) ?? new Set())
      return { given: new Map(kept.map((each) => [keyOf(each), each])), isCut: kept.length < given.size }
    },
    // Accounts that approved nobody are not kept, so that nobody pushes others out with addresses that nobody has.
    isNews(scan, known) {
      if (scan.given.size === 0) return false
      return (
        known === undefined ||
        isFurther(scan, known) ||
        scan.given.size !== known.given.size ||
        [...scan.given].some(([key, each]) => known.given.get(key)?.block !== each.block)
      )
    },
    write: ({ given, from, to, isCut }, first) =>
      JSON.stringify({
        first,
        from: Number(from),
        to: Number(to),
        isCut,
        given: [...given.values()].map((each) => [
          each.kind,
          each.contract,
          each.spender,
          Number(each.block),
          each.tokenId === undefined ? null : writeTokenId(each.tokenId),
        ]),
      }),
    read(text, first) {
      const kept = readSaved(saved, text, first)
      if (kept === undefined) return undefined
      const { from, to, isCut } = kept
      const given = kept.given.map(
        ([kind, contract, spender, at, id]): GivenApproval => ({
          kind,
          contract,
          spender,
          block: at,
          ...(id === null ? {} : { tokenId: id }),
        }),
      )
      return { given: new Map(given.map((each) => [keyOf(each), each])), from, to, isCut }
    },
  }
  return createAccountScan(subject, parameters)
}

/** One NFT has one approval at a time, whoever it is for. */
function keyOf({ kind, contract, spender, tokenId: id }: GivenApproval): string {
  return kind === 'nft' ? `nft:${contract}:${id}` : `${kind}:${contract}:${spender}`
}

/** The newest, those of listed tokens first, and of every other contract a bounded number. */
function keep(given: readonly GivenApproval[], listed: ReadonlySet<string>): readonly GivenApproval[] {
  const newest = [...given].sort((a, b) => byBlock(a.block, b.block))
  const counts = new Map<string, number>()
  const fair = newest.filter(({ contract }) => {
    const count = (counts.get(contract) ?? 0) + 1
    counts.set(contract, count)
    return listed.has(contract) || count <= CONTRACT_LIMIT
  })
  const [known, others] = [
    fair.filter(({ contract }) => listed.has(contract)),
    fair.filter((each) => !listed.has(each.contract)),
  ]
  return [...known, ...others].slice(0, GIVEN_LIMIT)
}

/** The approval of one log; none of a log that is not what was asked for. */
function readLog({ address: by, topics, blockNumber }: NodeLog): readonly GivenApproval[] {
  const [kind, , second, third] = topics
  const at = BigInt(blockNumber)
  const emitter = by.toLowerCase() as Hex
  if (second === undefined) return []
  if (kind === PERMIT2_APPROVAL || kind === PERMIT2_PERMIT) {
    // Anybody may write such a log; of Permit2's own there is one.
    if (emitter !== PERMIT2 || third === undefined) return []
    return [{ kind: 'permit2', contract: toAddress(second), spender: toAddress(third), block: at }]
  }
  const spender = toAddress(second)
  if (kind === APPROVAL_FOR_ALL) return [{ kind: 'operator', contract: emitter, spender, block: at }]
  if (kind !== APPROVAL) return []
  // ERC-20 tells the amount in the data, ERC-721 the id in a topic.
  if (third === undefined) return [{ kind: 'allowance', contract: emitter, spender, block: at }]
  return [{ kind: 'nft', contract: emitter, spender, tokenId: BigInt(third), block: at }]
}

function toAddress(topic: Hex): Hex {
  return `0x${topic.slice(-40).toLowerCase()}`
}
