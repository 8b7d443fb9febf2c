import type { FrameFailure } from '@latchkey/wire/frame/call'
import { parseUrl } from '@latchkey/wire/parseUrl'
import { FailureError } from '../../errors/failure.ts'
import { type Surface, surfaceOf } from '../../kernel/surface.ts'
import { runLater } from '../../lazy.ts'
import type { Instance } from '../../types/latchkey.ts'
import { type FrameChannel, type FrameNotice, openFrameChannel, SILENT } from './frameChannel.ts'
import type { PlacedFrame, PlaceFrame } from './place.ts'
import { readTheme } from './readTheme.ts'

/** The frame's address on its own site, below `frameUrl`. */
const FRAME_PATH = 'v1/frame'

/** The version of the frame that this SDK speaks to. */
const FRAME_VERSION = '1'

/** Reasons of servers that have another list of pages than this one. */
const PAGE_REFUSALS: readonly string[] = ['HOST_NOT_ALLOWED', 'PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED']

/** The frame of one instance. */
export type LiveEmbedded = {
  readonly channel: FrameChannel
  /** False once it could not be reached, or was taken off the page. */
  readonly isAlive: () => boolean
  /** Requests that somebody may be asked about in the frame: each ends with its own signal. */
  readonly requests: Set<AbortController>
  readonly close: () => void
}

declare module '../../kernel/live.ts' {
  interface Live {
    /** Puts a frame into the modal; at hand while the modal is on the page. */
    placeFrame?: PlaceFrame | undefined
    embedded?: LiveEmbedded | undefined
    /** What the frame told of the account by itself. */
    followUser?: ((user: Extract<FrameNotice, { name: 'ACCOUNT_UPDATE' }>['payload']) => void) | undefined
  }
}

/** The frame of the embedded wallet: put onto the page when something first needs it, and anew when the last one could not be reached. */
export function openFrame(instance: Instance): LiveEmbedded {
  const { live } = instance
  if (live.embedded?.isAlive()) return live.embedded
  live.embedded?.close()
  live.embedded = begin(instance)
  return live.embedded
}

function begin(instance: Instance): LiveEmbedded {
  const { options, services, live, stores, signal } = instance
  const { walletWindow, clock, logger } = services
  const url = toFrameUrl(instance)
  const { origin } = new URL(url)
  const requests = new Set<AbortController>()
  let placed: PlacedFrame | undefined
  let isClosed = false
  const channel = openFrameChannel(
    {
      page: walletWindow ?? new EventTarget(),
      getWindow: () => placed?.getWindow() ?? null,
      origin,
      projectId: options.projectId ?? '',
      clock,
      newId: () => crypto.randomUUID(),
    },
    {
      notice: (notice) => hear(instance, requests, notice),
      ready: () => {
        introduce()
        syncTheme()
      },
      unreachable: ({ reason }) => {
        if (reason === SILENT && !live.said.has(SILENT)) {
          live.said.add(SILENT)
          logger.error(
            `The e-mail wallet's frame at ${origin} did not load. Check that it is served there, and that its configuration lists ${services.browser.origin()} for this projectId.`,
          )
        }
      },
      refused: (told) => sayRefused(instance, told),
    },
  )
  /** What the frame is told for its own screens; that it did not take it in harms nothing else. */
  const say = (told: Promise<unknown>): void =>
    void told.catch((cause: unknown) => logger.debug('The frame did not take in how this page looks.', { cause }))
  const introduce = (): void => {
    const { name, description = '', url: address, icons } = options.metadata
    const metadata = {
      name: name.slice(0, 128),
      description: description.slice(0, 512),
      url: address.slice(0, 2048),
      icons: icons.slice(0, 8).map((icon) => icon.slice(0, 2048)),
    }
    say(channel.call('SYNC_DAPP_DATA', { metadata, sdkType: 'latchkey', projectId: options.projectId ?? '' }))
  }
  const syncTheme = (): void => say(channel.call('SYNC_THEME', readTheme(stores.theme.get(), placed?.readLook())))
  const stopTheme = stores.theme.watch(() => {
    if (channel.getStorage()) syncTheme()
  })
  // The page's own policy keeps a frame away without a word to us (F-51).
  const onViolation = (event: Event): void => {
    const { blockedURI, effectiveDirective } = event as Partial<SecurityPolicyViolationEvent>
    if (parseUrl(blockedURI ?? '')?.origin !== origin) return
    const directive = effectiveDirective || 'frame-src'
    logger.error(`The page's Content Security Policy forbids the e-mail wallet. Add ${origin} to ${directive}.`)
    channel.giveUp({ message: 'The policy of the page forbids the frame.', reason: 'CSP_BLOCKED' })
  }
  walletWindow?.addEventListener('securitypolicyviolation', onViolation)
  const place = async (): Promise<void> => {
    await live.mountModal?.()
    const made = await live.placeFrame?.(url)
    if (isClosed || !channel.isReachable() || signal.aborted) made?.remove()
    else placed = made
    if (!made) channel.giveUp({ message: 'There is no modal on the page for the frame.' })
  }
  place().catch((cause: unknown) => {
    logger.error('The frame of the e-mail wallet could not be put onto the page.', { cause })
    channel.giveUp({ message: 'The frame could not be put onto the page.' })
  })
  const close = (): void => {
    isClosed = true
    stopTheme()
    walletWindow?.removeEventListener('securitypolicyviolation', onViolation)
    channel.close()
    placed?.remove()
    surfaceOf(instance).set((state) => (state.wanted ? {} : state))
  }
  signal.addEventListener('abort', close, { once: true })
  return {
    channel,
    requests,
    // One that was given up and comes all the same is used: on a slow network a new one would take as long.
    isAlive: () => !isClosed && channel.isReachable() && (placed === undefined || placed.getWindow() !== null),
    close,
  }
}

/** Names the settings behind a refusal of this page by a server of the wallet, once; the frame's words say which server it was. */
function sayRefused({ live, services }: Instance, { reason = '', message }: FrameFailure): void {
  if (!PAGE_REFUSALS.includes(reason) || live.said.has('FRAME_REFUSED')) return
  live.said.add('FRAME_REFUSED')
  services.logger.error(
    `A server of the e-mail wallet refuses this page (${message}). Check projectId, the origins of that project at the gateway, its hosts at the vault, and the frameOrigin of both.`,
    { reason, origin: services.browser.origin() },
  )
}

/** Does what the frame asks for by itself. */
function hear(instance: Instance, requests: ReadonlySet<AbortController>, notice: FrameNotice): void {
  if (notice.name === 'ACCOUNT_UPDATE') {
    instance.live.followUser?.(notice.payload)
    return
  }
  if (notice.name === 'OPEN_WINDOW') {
    const { uri } = notice.payload
    runLater(
      instance,
      () => import('./openForFrame.ts'),
      ({ openForFrame }) => openForFrame(instance, uri),
    )
    return
  }
  if (notice.name === 'UI_DONE') {
    surfaceOf(instance).set((state) => (state.wanted?.reason === notice.payload.reason ? {} : state))
    return
  }
  const { reason, minHeight } = notice.payload
  const wanted: Surface = {
    reason,
    minHeight,
    leave: () => {
      for (const request of requests) request.abort()
      instance.live.embedded?.channel.goOn()
    },
  }
  instance.batch(() => {
    surfaceOf(instance).set(() => ({ wanted }))
    instance.tell({ kind: 'surfaceWanted' })
  })
}

/** The address that the frame is loaded from. What it needs to know before it runs stands in it. */
function toFrameUrl({ options, stores }: Instance): string {
  const { frameUrl } = options
  const base = frameUrl === undefined ? undefined : parseUrl(frameUrl)
  if (!base) throw new FailureError('FRAME_UNREACHABLE', 'This site has no frame for e-mail wallets.', { step: 'open' })
  const url = new URL(FRAME_PATH, base.href.endsWith('/') ? base.href : `${base.href}/`)
  const { activeNamespace, activeByNamespace } = stores.networks.get()
  url.searchParams.set('projectId', options.projectId ?? '')
  url.searchParams.set('chainId', activeByNamespace[activeNamespace] ?? options.defaultNetwork.caipNetworkId)
  url.searchParams.set('version', FRAME_VERSION)
  const { locale } = stores.theme.get()
  if (locale !== undefined) url.searchParams.set('locale', locale)
  return url.href
}
