import { randomInt, timingSafeEqual } from 'node:crypto'

/** Tries that one challenge admits. Source: SEC-57. */
export const CODE_TRIES = 5

/** Six digits, each of the million equally likely: `randomInt` draws again where a rest would favour some. */
export function createCode(draw: (below: number) => number = randomInt): string {
  return String(draw(1_000_000)).padStart(6, '0')
}

/** Text whose mark is kept of a code: with the challenge, so that no table of codes helps. */
export function codeText(idHash: string, code: string): string {
  return `code\n${idHash}\n${code}`
}

/** Compares marks in a time that does not depend on them. */
export function isSameMark(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
