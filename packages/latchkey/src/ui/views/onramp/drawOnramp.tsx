import { createRoot } from 'react-dom/client'
import type { Latchkey } from '../../../core/types/latchkey.ts'
import { Modal } from '../../Modal.tsx'
import type { FrameProps } from '../../shell/frame.ts'
import { adoptStyles } from '../../theme/styles.ts'
import { watchTheme } from '../../theme/theme.ts'
import { OnrampWidget } from './OnrampWidget.tsx'

/** Draws the widget by which visitors buy into a shadow root of the host's page. Returns the way to take it out. */
export function drawOnramp(latchkey: Latchkey, parent: ShadowRoot): () => void {
  const { options, services, stores } = latchkey.instance
  if (!options.features.onramp || services.gateway === null) {
    services.logger.warn('<latchkey-onramp> shows nothing: it needs a gatewayUrl, and features.onramp on.')
  }
  // The host's own attributes stay on the element: theme and language stand on one of ours within it.
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  adoptStyles(shadow)
  const stopTheme = watchTheme(host, stores.theme)
  parent.append(host)
  const root = createRoot(shadow)
  const Frame = ({ children }: FrameProps) => (
    <OnrampWidget
      open={(target) =>
        void latchkey
          .open(target)
          .catch((error: unknown) => services.logger.debug('The modal could not be opened.', { error }))
      }
    >
      {children}
    </OnrampWidget>
  )
  root.render(<Modal latchkey={latchkey} host={host} frame={Frame} />)
  return () => {
    root.unmount()
    stopTheme()
    host.remove()
  }
}
