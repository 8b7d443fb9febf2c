/** Wallets that announce themselves in a page. Sources: EIP-6963; SEC-83, SEC-84 and SEC-89. */

import type { WalletWindow } from '../core/services/ports.ts'
import { isDataImage } from '../core/values/isDataImage.ts'
import { normaliseText } from '../core/values/normaliseText.ts'
import { type Eip1193Provider, isEip1193Provider } from './provider.ts'

/** A wallet as it announced itself: claims, parsed and frozen. */
export type AnnouncedProvider = {
  /** The rdns; `rdns#2`… for further objects that claim the same one. */
  readonly id: string
  readonly name: string
  readonly rdns: string
  /** A data: image, or undefined when the wallet sent none that may be shown. */
  readonly icon: string | undefined
  /** True when two different objects claim this rdns. */
  readonly isLookalike: boolean
  readonly provider: Eip1193Provider
}

/**
 * Calls back with the wallets of this page now, then at each change; wallets that announce late are heard too.
 * Each object is listed once, and only the object of the announcement is ever used. Returns the way to stop.
 */
export function watchAnnouncedProviders(
  walletWindow: WalletWindow,
  listener: (providers: readonly AnnouncedProvider[]) => void,
): () => void {
  let announced: readonly AnnouncedProvider[] = []
  let isAsking = true
  const hear = (event: Event) => {
    const claim = parseAnnouncement(event)
    if (!claim || announced.some(({ provider }) => provider === claim.provider)) return
    const twins = announced.filter(({ rdns }) => rdns === claim.rdns).length
    announced = [...announced, { ...claim, id: twins ? `${claim.rdns}#${twins + 1}` : claim.rdns, isLookalike: false }]
    announced = announced.map((known) =>
      Object.freeze(twins && known.rdns === claim.rdns ? { ...known, isLookalike: true } : known),
    )
    if (!isAsking) listener(announced)
  }
  walletWindow.addEventListener('eip6963:announceProvider', hear)
  walletWindow.dispatchEvent(new Event('eip6963:requestProvider'))
  isAsking = false
  listener(announced)
  return () => walletWindow.removeEventListener('eip6963:announceProvider', hear)
}

function parseAnnouncement(event: Event): Pick<AnnouncedProvider, 'name' | 'rdns' | 'icon' | 'provider'> | undefined {
  try {
    const { info, provider } = (event as CustomEvent).detail
    const { rdns, icon } = info
    const name = typeof info.name === 'string' && normaliseText(info.name)
    if (!name) return undefined
    // `#` is ours: it tells lookalikes apart.
    if (typeof rdns !== 'string' || !/^[^\s#]{1,253}$/.test(rdns) || !isEip1193Provider(provider)) return undefined
    return { name, rdns, icon: isDataImage(icon) ? icon : undefined, provider }
  } catch {
    return undefined
  }
}
