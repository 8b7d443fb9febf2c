/** Pairs of clients that must understand each other, ours in one seat at least, over a relay of ours. */
import { createSignClient, type SignClient } from '@latchkey/walletconnect'
import { nodeSurroundings } from '@latchkey/walletconnect/node'
import { metadataOf, openForeignClient, openWalletKit, type Seat } from './peers.ts'

export type OpenSeat = (options: { name: string; relayUrl: string; queue?: boolean }) => Promise<Seat>

/** Our client as a seat; `skewMs` moves its clock. */
export async function openOurs(options: {
  name: string
  relayUrl: string
  queue?: boolean
  skewMs?: number
}): Promise<SignClient> {
  const { name, relayUrl, queue = false, skewMs = 0 } = options
  const surroundings = nodeSurroundings({})
  const { clock } = surroundings
  return createSignClient({
    relayUrl,
    projectId: 'interop',
    metadata: metadataOf(name),
    name,
    signConfig: { disableRequestQueue: !queue },
    surroundings: skewMs ? { ...surroundings, clock: { ...clock, now: () => clock.now() + skewMs } } : surroundings,
  })
}

const ours: OpenSeat = async (options) => (await openOurs(options)) as unknown as Seat
const foreign =
  (version: '2.21.8' | '2.17.1'): OpenSeat =>
  (options) =>
    openForeignClient({ ...options, version })

export type Pairing = {
  readonly name: string
  readonly openApp: OpenSeat
  readonly openWallet: OpenSeat
  /** Whether the wallet hands an `authentication` of `connect` on. The older ones know nothing of it. */
  readonly oneClick: boolean
  readonly appIsOurs: boolean
  readonly walletIsOurs: boolean
}

const pair = (name: string, openApp: OpenSeat, openWallet: OpenSeat, oneClick = false): Pairing => ({
  name,
  openApp,
  openWallet,
  oneClick,
  appIsOurs: openApp === ours,
  walletIsOurs: openWallet === ours,
})

/** Every pair that the flows run over. The pairs of two foreign clients hold our relay alone to account. */
export const PAIRS: readonly Pairing[] = [
  pair('our app, our wallet', ours, ours, true),
  pair('our app, wallet kit 1.2.10', ours, openWalletKit),
  pair('sign client 2.21.8, our wallet', foreign('2.21.8'), ours),
  pair('our app, wallet 2.17.1', ours, foreign('2.17.1')),
  pair('app 2.17.1, our wallet', foreign('2.17.1'), ours),
  pair('sign client 2.21.8, wallet kit 1.2.10', foreign('2.21.8'), openWalletKit),
  pair('app 2.17.1, wallet kit 1.2.10', foreign('2.17.1'), openWalletKit),
  pair('sign client 2.21.8, wallet 2.17.1', foreign('2.21.8'), foreign('2.17.1')),
]
