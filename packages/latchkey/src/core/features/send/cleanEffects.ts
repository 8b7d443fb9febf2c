import type { Effects } from '@latchkey/wire/guard'
import { DESCRIPTION_LIMIT, normaliseText } from '../../values/normaliseText.ts'

/** Texts that contracts gave, as they may be shown (SEC-83). */
export function cleanEffects(effects: Effects): Effects {
  if (effects.status === 'reverts') {
    const reason = effects.reason && normaliseText(effects.reason, DESCRIPTION_LIMIT)
    return { ...effects, reason: reason || undefined }
  }
  if (effects.status !== 'simulated') return effects
  const changes = effects.changes.map((change) =>
    change.kind === 'token' && change.symbol !== undefined
      ? { ...change, symbol: normaliseText(change.symbol) || undefined }
      : change,
  )
  return { ...effects, changes }
}
