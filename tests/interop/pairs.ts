/** Pairs of clients that must understand each other, ours in one peer at least, over a relay of ours. */
import { createSignClient, type OpenSocket, type SignClient } from '@latchkey/walletconnect'
import { nodeSurroundings } from '@latchkey/walletconnect/node'
import { metadataOf, openForeignClient, openWalletKit, type Peer } from './peers.ts'

export type PeerOptions = {
  readonly name: string
  readonly relayUrl: string
  readonly queue?: boolean | undefined
  /** Of ours alone: where its records are kept. */
  readonly file?: string | undefined
  /** Of ours alone: another way to the relay. */
  readonly openSocket?: OpenSocket | undefined
}
export type OpenPeer = (options: PeerOptions) => Promise<Peer>

/** A client of ours whose clock a test moves. */
export type OurPeer = Peer & {
  readonly ours: SignClient
  /** Lets the clock jump, and what ran out by it end. */
  jump(ms: number): Promise<void>
}

/** Our client as a peer. */
export async function openOurs(options: PeerOptions): Promise<OurPeer> {
  const { name, relayUrl, queue = false, file, openSocket } = options
  const surroundings = nodeSurroundings({ file })
  const { clock } = surroundings
  let ahead = 0
  const ours = await createSignClient({
    relayUrl,
    projectId: 'interop',
    metadata: metadataOf(name),
    name,
    signConfig: { disableRequestQueue: !queue },
    surroundings: {
      ...surroundings,
      clock: { ...clock, now: () => clock.now() + ahead },
      ...(openSocket && { openSocket }),
    },
  })
  return Object.assign(ours as unknown as Peer, {
    ours,
    async jump(ms: number) {
      ahead += ms
      await ours.internals.leading()?.expirer.check()
    },
  })
}

/** Whether a peer is ours. */
export const isOurs = (peer: Peer): peer is OurPeer => 'ours' in peer

const foreign =
  (version: '2.21.8' | '2.17.1'): OpenPeer =>
  (options) =>
    openForeignClient({ ...options, version })

export type Pairing = {
  readonly name: string
  readonly openApp: OpenPeer
  readonly openWallet: OpenPeer
  /** Whether both sides know an `authentication` of `connect`. The foreign ones know nothing of it. */
  readonly oneClick: boolean
  /** Whether both sides know properties of a namespace or chain. Those of two years ago do not. */
  readonly scoped: boolean
  readonly appIsOurs: boolean
  readonly walletIsOurs: boolean
}

const pair = (name: string, openApp: OpenPeer, openWallet: OpenPeer): Pairing => {
  const [appIsOurs, walletIsOurs] = [openApp === openOurs, openWallet === openOurs]
  const [oneClick, scoped] = [appIsOurs && walletIsOurs, !name.includes('2.17')]
  return { name, openApp, openWallet, oneClick, scoped, appIsOurs, walletIsOurs }
}

/** Every pair that the flows run over. The pair of two foreign clients holds our relay alone to account. */
export const PAIRS = {
  ours: pair('our app, our wallet', openOurs, openOurs),
  kit: pair('our app, wallet kit 1.2.10', openOurs, openWalletKit),
  client: pair('sign client 2.21.8, our wallet', foreign('2.21.8'), openOurs),
  oldWallet: pair('our app, wallet 2.17.1', openOurs, foreign('2.17.1')),
  oldApp: pair('app 2.17.1, our wallet', foreign('2.17.1'), openOurs),
  foreign: pair('sign client 2.21.8, wallet kit 1.2.10', foreign('2.21.8'), openWalletKit),
} satisfies Readonly<Record<string, Pairing>>
