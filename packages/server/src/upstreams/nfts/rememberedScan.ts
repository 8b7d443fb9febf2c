import * as v from 'valibot'
import type { Hex } from 'viem'
import type { Stretch } from '../accountScan.ts'
import { readSaved, savedAddress, savedBlock, savedStretch, savedTokenId, writeTokenId } from '../savedScan.ts'
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

const saved = v.object({
  ...savedStretch,
  tokens: v.array(v.tuple([v.picklist(['ERC721', 'ERC1155']), savedAddress, savedTokenId, savedBlock])),
  coins: v.array(v.tuple([savedAddress, savedBlock])),
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
      writeTokenId(each.tokenId),
      Number(each.block),
    ]),
    coins: [...scan.coins].map(([coin, at]) => [coin, Number(at)]),
  })
}

/** Reads a scan; undefined where the text is none, or of a chain that begins otherwise. */
export function readScan(text: string, first: string): Scan | undefined {
  const kept = readSaved(saved, text, first)
  if (kept === undefined) return undefined
  const tokens = kept.tokens.map(
    ([standard, address, id, at]): ReceivedToken => ({ standard, contract: address, tokenId: id, block: at }),
  )
  return {
    tokens: new Map(tokens.map((each) => [tokenKey(each), each])),
    coins: new Map(kept.coins),
    from: kept.from,
    to: kept.to,
    isCut: kept.isCut,
  }
}
