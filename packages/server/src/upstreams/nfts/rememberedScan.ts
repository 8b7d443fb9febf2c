import * as v from 'valibot'
import type { Hex } from 'viem'
import type { Stretch } from '../accountScan.ts'
import type { ReceivedToken } from './receivedToken.ts'

/** What is known of the tokens that came to an account, and which blocks were read for it. */
export type Scan = Stretch & {
  readonly tokens: ReadonlyMap<string, ReceivedToken>
  /** The block of the newest transfer, by contract. */
  readonly coins: ReadonlyMap<Hex, bigint>
}

/** How a token is named among those of its account. */
export function tokenKey({ contract, tokenId }: ReceivedToken): string {
  return `${contract}:${tokenId}`
}

const contract = v.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value))
const block = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(-1),
  v.transform((number) => BigInt(number)),
)
const tokenId = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/),
  v.transform((text) => BigInt(text)),
)

const saved = v.object({
  /** Hash of the chain's first block: the same number may be another chain later, as where a chain of a developer begins anew. */
  first: v.string(),
  from: block,
  to: block,
  isCut: v.boolean(),
  tokens: v.array(v.tuple([v.picklist(['ERC721', 'ERC1155']), contract, tokenId, block])),
  coins: v.array(v.tuple([contract, block])),
})

/** Writes a scan of the chain that begins with this block. */
export function writeScan(scan: Scan, first: string): string {
  return JSON.stringify({
    first,
    from: Number(scan.from),
    to: Number(scan.to),
    isCut: scan.isCut,
    tokens: [...scan.tokens.values()].map((each) => [
      each.standard,
      each.contract,
      `0x${each.tokenId.toString(16)}`,
      Number(each.block),
    ]),
    coins: [...scan.coins].map(([coin, at]) => [coin, Number(at)]),
  })
}

/** Reads a scan; undefined where the text is none, or of a chain that begins otherwise. */
export function readScan(text: string, first: string): Scan | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = v.safeParse(saved, value)
  if (!read.success || read.output.first !== first) return undefined
  const tokens = read.output.tokens.map(
    ([standard, address, id, at]): ReceivedToken => ({ standard, contract: address, tokenId: id, block: at }),
  )
  return {
    tokens: new Map(tokens.map((each) => [tokenKey(each), each])),
    coins: new Map(read.output.coins),
    from: read.output.from,
    to: read.output.to,
    isCut: read.output.isCut,
  }
}
