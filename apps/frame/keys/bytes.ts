/** Bytes that WebCrypto takes: over a buffer of their own. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Random bytes of the platform (SEC-01); handed in, so that tests can count what is taken. */
export type Random = (length: number) => Bytes

/** The platform's generator. */
export const platformRandom: Random = (length) => crypto.getRandomValues(new Uint8Array(length))

/** Overwrites what is needed no more (SEC-08). A copy that the engine made is out of reach, which docs/custody.md says. */
export const wipe = (...secrets: readonly Uint8Array[]): void => {
  for (const secret of secrets) secret.fill(0)
}

/** Whether two lists of bytes are equal; looks at all of them whatever it finds. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => {
  if (one.length !== other.length) return false
  let differing = 0
  for (const [index, byte] of one.entries()) differing |= byte ^ (other[index] as number)
  return differing === 0
}
