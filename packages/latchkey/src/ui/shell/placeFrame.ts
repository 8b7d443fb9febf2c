import type { PlacedFrame } from '../../core/ways/embedded/place.ts'

/**
 * Puts the frame of the embedded wallet into the host element of the modal, where the view that has a place for it shows it. It may run
 * scripts of its own site, save files and use passkeys, and nothing else (SEC-23, SEC-24).
 */
export function placeFrame(host: HTMLElement, url: string): PlacedFrame {
  const { origin } = new URL(url)
  const frame = document.createElement('iframe')
  frame.slot = 'frame'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-downloads')
  frame.allow = `publickey-credentials-get ${origin}; publickey-credentials-create ${origin}; clipboard-write ${origin}`
  frame.referrerPolicy = 'origin'
  frame.src = url
  host.append(frame)
  if (!host.isConnected) document.body.append(host)
  return {
    readLook: () => ({
      mode: host.dataset.theme === 'light' ? 'light' : 'dark',
      locale: document.documentElement.lang,
    }),
    getWindow: () => frame.contentWindow,
    remove: () => {
      frame.remove()
      // A modal that is closed is on the page for the frame's sake alone.
      if (!host.shadowRoot?.querySelector('dialog, section')) host.remove()
    },
  }
}
