import { readPixels } from './readPixels.ts'

/** Largest SVG that is drawn, in bytes. */
export const SVG_LIMIT = 1024 * 1024

/** Pixels of all pictures inside one SVG together. */
export const SVG_PIXELS = 16_000_000

/** Pictures inside one SVG, and how deep SVGs may stand inside each other. */
const EMBEDDED = 64
const NESTED = 3

/**
 * Whether an SVG may be drawn at all: no entities of its own (each may hold ten of the one before), and no pictures inside whose
 * headers say more pixels than may be decoded, which the limit of the library does not reach. Scripts and outside references
 * need no check: nothing runs or fetches them, and the drawing keeps nothing of them. Source: SEC-111.
 */
export function isDrawable(svg: string): boolean {
  return check(svg, { pixels: SVG_PIXELS, pictures: EMBEDDED }, NESTED)
}

function check(svg: string, left: { pixels: number; pictures: number }, depth: number): boolean {
  if (svg.length > SVG_LIMIT || /<!ENTITY/i.test(svg) || /<!DOCTYPE[^>]*\[/i.test(svg)) return false
  for (const { 0: found, index } of svg.matchAll(/data:\s*image\/[a-z.+-]{1,20}/gi)) {
    left.pictures -= 1
    if (left.pictures < 0) return false
    const end = /["')\s<>]/.exec(svg.slice(index + found.length))?.index
    const address = svg.slice(index, end === undefined ? undefined : index + found.length + end)
    const bytes = decode(address)
    if (bytes === undefined) return false
    const pixels = readPixels(bytes)
    if (pixels !== undefined) {
      left.pixels -= pixels
      if (left.pixels < 0) return false
      continue
    }
    // Whatever is no raster picture is text to the library, and an SVG of its own.
    if (depth === 0 || !check(new TextDecoder().decode(bytes), left, depth - 1)) return false
  }
  return true
}

function decode(address: string): Uint8Array | undefined {
  const comma = address.indexOf(',')
  if (comma < 0) return undefined
  try {
    const body = decodeURIComponent(address.slice(comma + 1))
    return /;\s*base64$/i.test(address.slice(0, comma)) ? Buffer.from(body, 'base64') : new TextEncoder().encode(body)
  } catch {
    return undefined
  }
}
