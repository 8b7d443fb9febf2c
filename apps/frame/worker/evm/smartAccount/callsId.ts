/** How a batch is named to a page, so that it can be looked up by any later load of the frame: its operation, chain and last moment. */
import type { Hex } from '@latchkey/wire/guard'

/** A batch that was sent. */
export type SentCalls = {
  /** Hash of its user operation. */
  readonly hash: Hex
  /** CAIP-2. */
  readonly network: string
  /** From this moment of the chain on (s since 1970) it is never carried out any more. */
  readonly validUntil: number
}

/** 32 bytes of the operation, 8 of the chain, 6 of the moment. */
export const toCallsId = ({ hash, network, validUntil }: SentCalls): Hex => {
  const chain = BigInt(network.slice('eip155:'.length)).toString(16).padStart(16, '0')
  return `${hash}${chain}${validUntil.toString(16).padStart(12, '0')}`
}

/** Reads such an id; undefined for every other text. */
export const readCallsId = (id: string): SentCalls | undefined => {
  const [, hash, chain, until] = /^0x([\da-f]{64})([\da-f]{16})([\da-f]{12})$/iu.exec(id) ?? []
  if (hash === undefined || chain === undefined || until === undefined) return undefined
  return {
    hash: `0x${hash.toLowerCase()}`,
    network: `eip155:${BigInt(`0x${chain}`)}`,
    validUntil: Number.parseInt(until, 16),
  }
}
