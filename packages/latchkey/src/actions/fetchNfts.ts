import type { Nft, NftPage } from '../core/features/nfts/state.ts'
import { lazy } from '../core/lazy.ts'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { NetworkId } from '../core/types/network.ts'
import { askGateway } from './askGateway.ts'
import { demandObject } from './demandObject.ts'
import { type NamespaceOption, toNamespace } from './namespaceOption.ts'

export type { Nft, NftPage }

/**
 * A page of an account's NFTs on one network, newest first, from the gateway. Default: the account in use, where its wallet is.
 * `unavailable` and `incomplete` say how whole the page is, `metadata` of each NFT what became of its name and picture; those with
 * `isSpam` are advertisements, to be folded away and never lost. Rejects with `NOT_CONNECTED`, with the gateway's codes
 * (`CHAIN_UNSUPPORTED` where it reads no NFTs of the network), or `DATA_UNAVAILABLE`.
 */
export async function fetchNfts(
  latchkey: Latchkey,
  request: fetchNfts.Request = {},
  settings?: NamespaceOption,
): Promise<NftPage> {
  const { cursor, ...where } = demandObject('request', request)
  return askGateway(latchkey, { ...where, namespace: toNamespace(settings) }, async (gateway, target) => {
    const { instance } = latchkey
    const { readNfts } = await lazy(instance, import('../core/features/nfts/readNfts.ts'), 'read')
    return readNfts(instance, gateway, { ...target, cursor })
  })
}
export declare namespace fetchNfts {
  type Request = {
    /** Default: the account in use. */
    readonly address?: string | undefined
    /** Default: where the wallet is. */
    readonly networkId?: NetworkId | undefined
    /** `next` of the page before. */
    readonly cursor?: string | undefined
    readonly signal?: AbortSignal | undefined
  }
}
