/** Told on `document` when an instance has claimed its id; `detail` is the id. Elements that came first wait for it. */
export const READY_EVENT = 'latchkey:ready'

/** Where an instance stands on `document`, for elements and for other copies of this package. */
export function claimKey(id: string): symbol {
  return Symbol.for(`@latchkey/${id}`)
}
