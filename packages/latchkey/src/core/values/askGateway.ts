import { LatchkeyError } from '../errors/LatchkeyError.ts'
import type { GatewayClient } from '../services/gatewayClient.ts'
import type { Instance } from '../types/latchkey.ts'
import { READ_DEADLINE_MS, withDeadline } from './withDeadline.ts'

/** Asks the gateway, no longer than a reading may take. Rejects with its code, or `DATA_UNAVAILABLE`. */
export async function askGateway<Answer>(
  { services, signal }: Pick<Instance, 'services' | 'signal'>,
  ask: (gateway: GatewayClient, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const { gateway, clock } = services
  if (gateway === null) throw new LatchkeyError('DATA_UNAVAILABLE', 'This site has no gateway to ask.')
  return withDeadline({ clock, delayMs: READ_DEADLINE_MS, signal }, async (until) => ask(await gateway(), until))
}
