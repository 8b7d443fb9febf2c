/** Bits of a filter for each topic that it is to hold. */
const BITS = 8

/** Bits that a topic sets. In a filter that is full one in forty others is taken for one of its own. */
const HASHES = 4

/** A set of topics that may hold a few more than were added. Source: Bloom, "Space/time trade-offs in hash coding" (1970). */
export type TopicFilter = {
  add(topic: string): void
  /** Never false for what was added. */
  has(topic: string): boolean
  /** It holds as many as it was made for. */
  isFull(): boolean
}

/** Makes one for so many topics, in one byte each, of which the garbage collector sees nothing. */
export function createTopicFilter(most: number): TopicFilter {
  const bits = new Uint32Array(Math.ceil((most * BITS) / 32))
  const length = bits.length * 32
  let added = 0

  /** Where the bits of a topic are: two hashes (FNV-1a from two starts) and what they add up to. */
  function* listBits(topic: string): Generator<number> {
    let [one, other] = [0x811c9dc5, 0x01000193]
    for (let index = 0; index < topic.length; index += 1) {
      const code = topic.charCodeAt(index)
      one = Math.imul(one ^ code, 0x01000193)
      other = Math.imul(other ^ code, 0x85ebca6b)
    }
    const [first, distance] = [mix(one), mix(other)]
    for (let step = 0; step < HASHES; step += 1) yield (first + step * distance) % length
  }

  return {
    add(topic) {
      added += 1
      for (const bit of listBits(topic)) bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
    },
    has(topic) {
      for (const bit of listBits(topic)) if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false
      return true
    },
    isFull: () => added >= most,
  }
}

/** Spreads a hash over all of its bits. Source: the end of MurmurHash3. */
function mix(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const most = Math.imul(half ^ (half >>> 13), 0xc2b2ae35)
  return (most ^ (most >>> 16)) >>> 0
}
