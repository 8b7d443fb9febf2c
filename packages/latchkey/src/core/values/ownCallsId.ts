import type { NetworkId } from '../types/network.ts'

/** A batch that was sent one by one: how many calls were wanted, and those that left. */
export type OwnCalls = {
  readonly networkId: NetworkId
  readonly count: number
  readonly hashes: readonly string[]
}

/** The id of a batch that no wallet knows. It says all that is needed to look it up, also after a reload. */
export function toOwnCallsId({ networkId, count, hashes }: OwnCalls): string {
  return `latchkey/${networkId}/${count}/${hashes.join()}`
}

/** Reads such an id; undefined for an id that a wallet gave. */
export function parseOwnCallsId(id: string): OwnCalls | undefined {
  const [, networkId, count, hashes] = /^latchkey\/(eip155:\d+)\/(\d+)\/(0x[0-9a-fx,]+)$/i.exec(id) ?? []
  return networkId && count && hashes
    ? { networkId: networkId as NetworkId, count: Number(count), hashes: hashes.split(',') }
    : undefined
}
