import { readTexts } from '../../kernel/saved/records.ts'
import { writeRecord } from '../../kernel/saved/writeRecords.ts'
import type { Instance } from '../../types/latchkey.ts'

/** Purchases that a browser remembers. Source: the longest list that the gateway is asked for in one call. */
const KEPT_LIMIT = 20

const NAME = 'onramp/orders'

/** Ids of the orders that were made in this browser, the newest first. Who knows one may ask what became of it, and nobody else. */
export function readKept({ services }: Pick<Instance, 'services'>): readonly string[] {
  return readTexts(services.storage, NAME).filter((id) => /^[\w-]{22,64}$/.test(id))
}

/** Remembers an order. */
export function keepOrder(instance: Pick<Instance, 'services'>, id: string): void {
  const others = readKept(instance).filter((each) => each !== id)
  writeRecord(instance.services.storage, NAME, [id, ...others].slice(0, KEPT_LIMIT))
}
