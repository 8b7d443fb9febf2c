import type { Connector } from '../../types/adapter.ts'
import type { Instance } from '../../types/latchkey.ts'
import { getAsked } from './asked.ts'

/** Asks a wallet for something that a person answers. As long as it is open the wallet counts as asked. */
export async function whileAsked<Answer>(
  instance: Pick<Instance, 'live'>,
  connector: Connector,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const asked = getAsked(instance)
  // Two requests to one wallet are two entries.
  const entry = { ...connector }
  asked.set((list) => [...list, entry])
  try {
    return await ask()
  } finally {
    asked.set((list) => list.filter((each) => each !== entry))
  }
}
