import * as v from 'valibot'
import { defineEndpoint, defineOperation, type EndpointAnswer } from '../endpoint.ts'
import { currency, digits, evmAddress, networkId, sturdyList } from '../schema.ts'

/** Most approvals of one answer, worth most first. */
export const APPROVALS_LIMIT = 200

/**
 * What an account lets another address do with what it holds, as the chain says it now. Texts are the token's own: cleaned and cut, and
 * never to be believed alone.
 */
export const approvalItem = v.object({
  /**
   * `allowance`: an amount of an ERC-20 token. `permit2`: the same, through Permit2. `operator`: every NFT of a collection (ERC-721,
   * ERC-1155). `nft`: one NFT (ERC-721).
   */
  kind: v.picklist(['allowance', 'permit2', 'operator', 'nft']),
  chainId: networkId,
  /** Plain address of the token or collection. */
  contract: evmAddress,
  /** Who may take it. */
  spender: evmAddress,
  /** Decimal; of `nft` alone. */
  tokenId: v.optional(v.nullable(digits), null),
  /** Base units that may be taken; of `allowance` and `permit2`. */
  amount: v.optional(v.nullable(digits), null),
  /** So much that it never runs out. */
  isUnlimited: v.optional(v.boolean(), false),
  /** ISO-8601; of `permit2` alone. */
  expiresAt: v.optional(v.nullable(v.string()), null),
  /** What the account holds of it now, in base units or NFTs; `null` where the contract does not say. */
  held: v.optional(v.nullable(digits), null),
  /** What could be taken now, in the asked currency; absent where it is unknown, and of tokens that the operator does not list (SEC-96). */
  value: v.optional(v.number()),
  name: v.optional(v.nullable(v.string()), null),
  symbol: v.optional(v.nullable(v.string()), null),
  decimals: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))), null),
  iconUrl: v.optional(v.string(), ''),
  /** As of a balance: `spam` advertises, `lookAlike` takes the symbol of a known token. */
  trust: v.optional(v.picklist(['listed', 'unlisted', 'lookAlike', 'spam']), 'listed'),
  /** Symbol of the known token that a look-alike takes. */
  imitates: v.optional(v.nullable(v.string()), null),
})

/** One approval of an account, parsed. */
export type ApprovalItem = v.InferOutput<typeof approvalItem>

/** Approvals of an address that stand now, on one EVM chain or all, worth most first. Broken items are left out singly. */
export const getApprovals = defineEndpoint({
  name: 'getApprovals',
  path: '/v1/account/{address}/approvals',
  input: v.object({
    address: evmAddress,
    currency,
    chainId: v.optional(networkId),
    /** `true` reads the chain anew, whatever is remembered: for who has just taken one back. */
    fresh: v.optional(v.literal('true')),
  }),
  answer: v.object({
    data: sturdyList(approvalItem),
    /** Chains that could not be read just now; what is approved there is unknown, not none. */
    unavailable: v.optional(sturdyList(networkId), []),
    /** Chains whose past was read in part only, or of which not all is listed: older approvals may be missing. */
    incomplete: v.optional(sturdyList(networkId), []),
  }),
})

/** How `getApprovals` is served. */
export const getApprovalsOperation = /* @__PURE__ */ defineOperation(getApprovals, {
  tag: 'account',
  summary: 'What an EVM address lets others take: allowances, Permit2, NFT operators',
  holds: 'Approvals that stand, the chains that could not be read, and those that were read in part',
  codes: ['ADDRESS_INVALID', 'CURRENCY_UNSUPPORTED', 'CHAIN_UNSUPPORTED', 'UPSTREAM_UNAVAILABLE'],
})

/** An answer of `getApprovals`. */
export type ApprovalPage = EndpointAnswer<typeof getApprovals>
