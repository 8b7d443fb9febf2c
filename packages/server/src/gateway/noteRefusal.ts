import type { GatewayContext } from './environment.ts'

/** Longest origin that is logged, in characters. */
const ORIGIN_LENGTH = 200

/** Has the line about this request say which page was refused and why, so that whoever runs the server finds the setting. */
export function noteRefusal(context: GatewayContext, reason: string, origin: string | undefined): void {
  if (origin !== undefined) context.set('refusal', { reason, origin: origin.slice(0, ORIGIN_LENGTH) })
}
