/** What a wallet button says of a way to connect that is no wallet with a name of its own: a code for a phone, an e-mail, a service. */
import { toSocialView } from '../../core/flow/toSocialView.ts'
import { viewOfWay } from '../../core/flow/viewOfWay.ts'
import { getConnection } from '../../core/kernel/connections/connection.ts'
import { findWay } from '../../core/kernel/way.ts'
import type { Connection } from '../../core/types/adapter.ts'
import type { Instance, OpenOptions } from '../../core/types/latchkey.ts'
import type { ViewName } from '../../core/types/views.ts'
import { EMBEDDED_ID } from '../../core/ways/embedded/embeddedId.ts'
import { embeddedOf } from '../../core/ways/embedded/embeddedStore.ts'
import { findSocial } from '../../core/ways/embedded/findSocial.ts'
import { findSocialMark } from '../../core/ways/embedded/socialMarks.ts'
import { socialOf } from '../../core/ways/embedded/socialStore.ts'
import { loadSocials } from '../../core/ways/embedded/socials.ts'
import { WALLET_CONNECT_ID } from '../../core/ways/walletConnect/walletConnectId.ts'
import type { RichWords } from '../words/richEn.ts'
import { drawIcon, drawPicture, make } from './drawRich.ts'
import type { MeantWay } from './findMeantWay.ts'
import type { WalletState } from './walletState.ts'

/** Our own drawings, on a grid of 20. */
const MARKS = {
  code: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2h-2zM16.5 11.5v2M14 16.5h2.5v-1',
  letter: 'M3.5 5h13a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM3 6l7 5 7-5',
} as const

const EMAIL_VIEWS: readonly ViewName[] = ['EmailLogin', 'EmailVerifyOtp', 'EmailVerifyDevice']

/** A way as it is now. */
export type WayMeaning = {
  readonly name: string
  /** What tells one picture from another. */
  readonly pictureKey: string
  readonly drawPicture: () => Element
  readonly state: WalletState
  readonly connection: Connection | undefined
  /** Why it failed. */
  readonly error: unknown
  /** What a press opens while it is not connected. */
  readonly opens: OpenOptions
}

export function describeWay(instance: Instance, way: MeantWay, words: RichWords): WayMeaning {
  const { stores } = instance
  const { attempt } = stores.connection.get()
  const connections = stores.networks
    .get()
    .all.map(({ chainNamespace }) => getConnection(stores.connection.get(), chainNamespace))
  const known = findWay(instance, way.kind === 'walletConnect' ? WALLET_CONNECT_ID : EMBEDDED_ID)
  const opens = way.kind === 'social' ? toSocialView(way.provider) : known ? viewOfWay(known) : {}
  if (way.kind === 'walletConnect') {
    // A code that is shown for one wallet is that wallet's.
    const isAsked = attempt?.connectorId === WALLET_CONNECT_ID && attempt.pairing?.walletKey === undefined
    const connection = connections.find((one) => one?.connector.id === WALLET_CONNECT_ID)
    return {
      name: 'WalletConnect',
      pictureKey: 'code',
      drawPicture: () => drawMark(MARKS.code),
      state: toState(connection, isAsked ? attempt.phase : undefined),
      connection,
      error: attempt?.error,
      opens,
    }
  }
  const embedded = connections.find((one) => one?.connector.id === EMBEDDED_ID)
  const { socialProvider } = embeddedOf(instance).get()
  if (way.kind === 'email') {
    const connection = socialProvider === undefined ? embedded : undefined
    return {
      name: words.email,
      pictureKey: 'letter',
      drawPicture: () => drawMark(MARKS.letter),
      state: toState(connection, isLoggingIn(instance) ? 'waiting' : undefined),
      connection,
      error: undefined,
      opens,
    }
  }
  const { provider } = way
  const social = socialOf(instance).get()
  const service = findSocial(social, provider)
  const { label, icon } = service
  const login = social.login?.provider === provider ? social.login : undefined
  const connection = socialProvider === provider ? embedded : undefined
  const mark = findSocialMark(service)
  return {
    name: label,
    pictureKey: `${icon}`,
    drawPicture: () => (mark === undefined ? drawPicture(label, icon ?? undefined) : drawMark(mark)),
    state: toState(connection, login?.phase),
    connection,
    error: login?.error,
    opens,
  }
}

/** `phase`: how far connecting is; undefined where nobody connects by this way now. */
function toState(connection: Connection | undefined, phase: string | undefined): WalletState {
  if (connection) return 'connected'
  if (phase === undefined) return 'ready'
  return phase === 'failed' ? 'error' : 'loading'
}

/** Whether the modal shows a login by e-mail. */
function isLoggingIn({ stores }: Instance): boolean {
  const { history } = stores.router.get()
  return stores.modal.get().open && history.some(({ view }) => EMAIL_VIEWS.includes(view))
}

/** Follows what ways are drawn of beside connections; asks the gateway what it calls a service. Returns the way to stop. */
export function watchWay(instance: Instance, way: MeantWay, redraw: () => void): () => void {
  const stops = [socialOf(instance), embeddedOf(instance), instance.stores.router].map((store) => store.watch(redraw))
  if (way.kind === 'social') void loadSocials(instance)
  return () => {
    for (const stop of stops) stop()
  }
}

function drawMark(d: string): Element {
  const picture = make('span', 'pic', drawIcon(d))
  picture.setAttribute('aria-hidden', 'true')
  return picture
}
