/** Finding the Bitcoin wallets of a page, from all their sources. Source: SEC-83, SEC-84 and SEC-89. */
import type { Wallet } from '@wallet-standard/base'
import type { Services } from '../../core/services/ports.ts'
import type { Connector } from '../../core/types/adapter.ts'
import { isDataImage } from '../../core/values/isDataImage.ts'
import { normaliseText } from '../../core/values/normaliseText.ts'
import { createWalletRegistry, type RegisteredWallet } from '../standard/createWalletRegistry.ts'
import { getFeature } from '../standard/features.ts'
import { INJECTED_PATHS, OKX_ID } from './injectedPaths.ts'
import { readMember } from './wallet.ts'

/** Pause between two looks for objects that come late, in ms, and how many there are: scripts of extensions come with the page. */
const LOOK_MS = 200
const LOOKS = 3

/** Longest list that is read of a page, in entries. */
const LIST_LIMIT = 50

type Listener = (connectors: readonly Connector[]) => void

/** The Bitcoin wallets of one page, as one adapter sees them. */
export type Discovery = {
  /** Calls back with the wallets that are here now, then at each change; each call looks again. The last stop leaves nothing behind. */
  watch(listener: Listener): () => void
  /** Looks again for objects that came late. */
  look(): void
}

/** Makes a discovery. Pure: nothing is read before the first listener comes. */
export function createDiscovery({ walletWindow, clock }: Pick<Services, 'walletWindow' | 'clock'>): Discovery {
  const registry = createWalletRegistry(walletWindow, isForBitcoin)
  const listeners = new Set<Listener>()
  let registered: readonly RegisteredWallet[] = []
  let connectors: readonly Connector[] = []
  let cancelLook = () => {}

  const look = () => {
    if (listeners.size === 0) return
    const found = merge(
      registered.filter(({ wallet }) => isForBitcoin(wallet)).map(fromRegistered),
      findInjected(walletWindow),
    )
    // Unchanged wallets keep their object, so that nobody hears of them again.
    const next = found.map((each) => connectors.find((known) => isSame(known, each)) ?? Object.freeze(each))
    if (next.length === connectors.length && next.every((each, at) => each === connectors[at])) return
    connectors = next
    for (const listener of [...listeners]) listener(connectors)
  }
  const lookLater = (left: number) => {
    cancelLook()
    if (left === 0) return
    cancelLook = clock.after(LOOK_MS, () => {
      look()
      lookLater(left - 1)
    })
  }

  return {
    look,
    watch(listener) {
      let isTold = false
      // A wrapper of its own, so that one function given twice is two listeners.
      const tell: Listener = (known) => {
        isTold = true
        listener(known)
      }
      listeners.add(tell)
      const stop = registry.watch((wallets) => {
        registered = wallets
        look()
      })
      if (!isTold) listener(connectors)
      lookLater(LOOKS)
      walletWindow?.addEventListener('load', look)
      return () => {
        stop()
        if (!listeners.delete(tell) || listeners.size > 0) return
        cancelLook()
        walletWindow?.removeEventListener('load', look)
        registered = []
        connectors = []
      }
    },
  }
}

/** A wallet without a way to connect may register itself for other namespaces. */
function isForBitcoin(wallet: Wallet): boolean {
  return getFeature(wallet, 'bitcoin:connect', 'connect') !== undefined
}

function fromRegistered({ id, name, icon, isLookalike, wallet }: RegisteredWallet): Connector {
  return { id, name, namespace: 'bip122', type: 'ANNOUNCED', imageUrl: icon, isLookalike, provider: wallet }
}

/** Objects that wallets put on the window: those that they list in `btc_providers`, and those known by their place. */
function findInjected(root: unknown): readonly Connector[] {
  const list = readMember(root, 'btc_providers')
  const claims = (Array.isArray(list) ? list.slice(0, LIST_LIMIT) : []).flatMap(
    (entry: unknown): readonly Connector[] => {
      const id = readMember(entry, 'id')
      const said = readMember(entry, 'name')
      const name = typeof said === 'string' && normaliseText(said)
      const icon = readMember(entry, 'icon')
      if (typeof id !== 'string' || !name || INJECTED_PATHS[id]) return []
      const provider = follow(root, id)
      if (typeof readMember(provider, 'request') !== 'function') return []
      const imageUrl = isDataImage(icon) ? icon : undefined
      return [{ id, name, namespace: 'bip122', type: 'ANNOUNCED', imageUrl, provider }]
    },
  )
  const known = Object.entries(INJECTED_PATHS).flatMap(([id, { name, method }]): readonly Connector[] => {
    const provider = follow(root, id)
    if (typeof readMember(id === OKX_ID ? readMember(provider, 'bitcoin') : provider, method) !== 'function') return []
    return [{ id, name, namespace: 'bip122', type: 'INJECTED', provider }]
  })
  return [...claims, ...known]
}

/**
 * One wallet that is reachable in two ways is one connector, the first in the list: it is the same object, the standard one
 * hands the other out, or the name is the same. Two objects of one source with one name stay two, with a notice.
 */
function merge(standard: readonly Connector[], injected: readonly Connector[]): readonly Connector[] {
  const kept: Connector[] = [...standard]
  const isKept = (wanted: Connector): boolean =>
    kept.some(
      (known) =>
        known.id === wanted.id ||
        listObjects(known).some((object) => listObjects(wanted).includes(object)) ||
        (getSource(known) !== getSource(wanted) && toPlain(known.name) === toPlain(wanted.name)),
    )
  for (const connector of injected) if (!isKept(connector)) kept.push(connector)
  return kept.map((connector) => {
    const isLookalike = kept.some(
      (other) =>
        other !== connector &&
        getSource(other) === getSource(connector) &&
        toPlain(other.name) === toPlain(connector.name),
    )
    return isLookalike ? { ...connector, isLookalike } : connector
  })
}

/** Every object that stands for a wallet. */
function listObjects({ provider }: Connector): readonly unknown[] {
  const inner = readMember(readMember(readMember(provider, 'features'), 'sats-connect:'), 'provider')
  return [provider, inner, readMember(provider, 'bitcoin')].filter(
    (object) => typeof object === 'object' && object !== null,
  )
}

function getSource({ provider, type }: Connector): 'standard' | 'listed' | 'placed' {
  if (type === 'INJECTED') return 'placed'
  return readMember(provider, 'features') === undefined ? 'listed' : 'standard'
}

/** `Xverse Wallet` and `Xverse` are one name. */
function toPlain(name: string): string {
  return name.toLowerCase().replace(/wallet|[^\p{L}\p{N}]/gu, '')
}

function isSame(one: Connector, other: Connector): boolean {
  return (
    one.id === other.id &&
    one.provider === other.provider &&
    one.name === other.name &&
    one.imageUrl === other.imageUrl &&
    (one.isLookalike ?? false) === (other.isLookalike ?? false)
  )
}

/** What stands at a dotted path of the window. */
function follow(root: unknown, path: string): unknown {
  return path.split('.').reduce(readMember, root)
}
