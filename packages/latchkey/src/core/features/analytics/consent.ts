import { readRecord } from '../../kernel/saved/records.ts'
import { writeRecord } from '../../kernel/saved/writeRecords.ts'
import type { Instance } from '../../types/latchkey.ts'

/** Where a refusal is kept. It names nobody, and outlives what else is forgotten: forgetting must not start the sending again. */
export const REFUSAL_RECORD = 'analytics'

/** Why nothing of how the window is used is sent: the site wants nothing, or the browser asks for it (GPC). Undefined where it may be. */
export function getSilence({
  options,
  services,
}: Pick<Instance, 'options' | 'services'>): 'site' | 'browser' | undefined {
  if (!options.features.analytics || !options.analyticsUrl) return 'site'
  return services.walletWindow?.navigator?.globalPrivacyControl === true ? 'browser' : undefined
}

/** Whether the visitor lets events be sent to the site's `analyticsUrl`: true until they say no. */
export function sharesUsage({ services }: Pick<Instance, 'services'>): boolean {
  return readRecord(services.storage, REFUSAL_RECORD) !== false
}

/** Sends events again, or no more, from the next one on, in every tab of the site. */
export function shareUsage({ services }: Pick<Instance, 'services'>, isWanted: boolean): void {
  if (isWanted) services.storage.remove(REFUSAL_RECORD)
  else writeRecord(services.storage, REFUSAL_RECORD, false)
}
