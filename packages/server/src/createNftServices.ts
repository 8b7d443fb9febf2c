import type { Config } from './config.ts'
import type { GatewayServices } from './gateway/environment.ts'
import type { Clock, Log } from './ports.ts'
import { createBreakers } from './upstreams/breakers.ts'
import type { GuardedFetch } from './upstreams/guardedFetch.ts'
import { createDescribeNfts, createReadMetadata } from './upstreams/nfts/describeNfts.ts'
import { createFetchSource } from './upstreams/nfts/fetchSource.ts'
import { createNftPictures } from './upstreams/nfts/nftPictures.ts'
import { createNfts } from './upstreams/nfts/nfts.ts'
import type { OwnedTokens } from './upstreams/nfts/ownedTokens.ts'
import { createPictureDecoder } from './upstreams/pictures/pictureDecoder.ts'
import type { RpcPool } from './upstreams/rpcPool.ts'

/** Builds what lists NFTs and draws their pictures. */
export function createNftServices(parameters: {
  config: Config
  publicUrl: string
  pools: ReadonlyMap<string, RpcPool>
  findReceived: OwnedTokens
  guardedFetch: GuardedFetch
  clock: Clock
  log: Log
  /** Address of a folder that has the image library; without it NFTs have no pictures. */
  imageLibrary: string | undefined
}): Pick<GatewayServices, 'nfts' | 'fetchNftPicture' | 'close'> {
  const { config, publicUrl, pools, findReceived, guardedFetch, clock, log, imageLibrary } = parameters
  const decoder = imageLibrary === undefined ? undefined : createPictureDecoder({ library: imageLibrary, log })
  const fetchSource = createFetchSource({
    guardedFetch,
    breakers: createBreakers({ clock }),
    ipfsGateways: config.nfts.ipfsGateways,
    arweaveGateways: config.nfts.arweaveGateways,
  })
  const readMetadata = createReadMetadata({ fetchSource, clock, log })
  const nfts = createNfts({
    chains: config.chains,
    pools,
    findReceived,
    describe: createDescribeNfts({
      readMetadata,
      pictureUrl: (id, size) =>
        decoder === undefined
          ? null
          : `${publicUrl}/public/getNftImage/${id}${size === 'detail' ? '?size=detail' : ''}`,
    }),
    clock,
  })
  return {
    nfts,
    fetchNftPicture: createNftPictures({ findUri: nfts.findUri, readMetadata, fetchSource, decoder, clock }),
    close: () => decoder?.close(),
  }
}
