import type { AlertCode } from '../kernel/outcome.ts'
import type { Instance } from '../types/latchkey.ts'
import type { Banner } from './banner.ts'

/** The catalogue for developers: how it looks and what the console says. */
export const ALERTS: Readonly<Record<AlertCode, { variant: Banner['variant']; text: string }>> = {
  NETWORK_NOT_FOUND: {
    variant: 'warning',
    text: 'Network Not Found: the wallet is on a network that is not in options.networks. Add it there, or set allowUnsupportedChain.',
  },
  INVALID_APP_CONFIGURATION: {
    variant: 'error',
    text: "Invalid App Configuration: the gateway refuses this page. Add its origin to the project's list and check projectId.",
  },
  SESSION_EXPIRED: {
    variant: 'error',
    text: 'Session Expired: the session is not valid any more. Check the clock of this machine and connect again.',
  },
  PROJECT_ID_NOT_CONFIGURED: {
    variant: 'error',
    text: 'Project ID Not Configured: the gateway asks for one. Set options.projectId.',
  },
}

/** Tells the developer about a configuration problem, in debug mode only and once a page load for each code. Visitors never see it. */
export function showAlert(instance: Instance, code: AlertCode, detail?: string | undefined): void {
  const { stores, options, services } = instance
  if (!options.debug || stores.banner.get().shown.includes(code)) return
  const { variant, text } = ALERTS[code]
  stores.banner.set((state) => ({ banner: { code, variant, detail }, shown: [...state.shown, code] }))
  services.logger.warn(text, { detail, docs: `errors#alert_${code.toLowerCase()}` })
}
