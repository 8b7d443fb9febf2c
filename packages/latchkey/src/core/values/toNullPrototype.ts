/** A copy whose keys are only what was passed: no name inherited from `Object` can be read out of it (SEC-102). */
export function toNullPrototype<Value extends object>(value: Value | undefined): Value {
  return Object.assign(Object.create(null), value)
}
