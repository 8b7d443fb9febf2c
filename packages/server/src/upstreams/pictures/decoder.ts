/**
 * The program of the process that decodes pictures. It holds nothing but the picture that it was given: no environment, no files,
 * no keys. Whatever it does too long or too large, its parent ends it. Started by `pictureDecoder.ts`, with the address of
 * the folder that has the image library as its only argument.
 */
import { createRequire } from 'node:module'
import { isDrawable, SVG_LIMIT } from './checkSvg.ts'
import type { PictureKind } from './pictureKind.ts'

/** What the parent sends. */
export type DecodeJob = {
  readonly id: number
  readonly kind: PictureKind
  readonly bytes: Uint8Array
  /** Longest side of the result, in pixels. */
  readonly side: number
}

/** What it is answered: a WebP picture, or that there is none. */
export type DecodeAnswer = { readonly id: number; readonly bytes: Uint8Array | null }

/** The part of the library that is used. */
type Sharp = {
  (input: Uint8Array, options: Readonly<Record<string, unknown>>): Pipeline
  cache(isOn: boolean): unknown
  concurrency(threads: number): unknown
  block(options: { operation: readonly string[] }): void
  unblock(options: { operation: readonly string[] }): void
}
type Pipeline = {
  metadata(): Promise<{ format?: string; width?: number; height?: number }>
  rotate(): Pipeline
  resize(options: Readonly<Record<string, unknown>>): Pipeline
  webp(options: Readonly<Record<string, unknown>>): Pipeline
  toBuffer(): Promise<Uint8Array>
}

/** Most pixels of a picture. AVIF takes more memory for each. */
const PIXELS = { png: 25e6, jpeg: 25e6, webp: 25e6, gif: 25e6, svg: 16e6, avif: 9e6 } as const

/** The loaders that are let in; every other format of the library stays shut. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`)

/** Points per inch that the library draws an SVG's own units at, and the most that it may. */
const SVG_DENSITY = 72
const SVG_DENSITY_LIMIT = 2_400

function start(from: string): void {
  const sharp = createRequire(from)('sharp') as Sharp
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  process.on('message', (job: DecodeJob) => {
    decode(sharp, job).then(
      (bytes) => answer({ id: job.id, bytes }),
      () => answer({ id: job.id, bytes: null }),
    )
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}

function answer(message: DecodeAnswer): void {
  process.send?.(message)
}

async function decode(sharp: Sharp, { kind, bytes, side }: DecodeJob): Promise<Uint8Array | null> {
  if (kind === 'svg' && (bytes.length > SVG_LIMIT || !isDrawable(new TextDecoder().decode(bytes)))) return null
  const limits = { limitInputPixels: PIXELS[kind], pages: 1, failOn: 'truncated', unlimited: false }
  const { format, width = 0, height = 0 } = await sharp(bytes, limits).metadata()
  // The library reads AVIF by a loader of many formats.
  if (format !== (kind === 'avif' ? 'heif' : kind) || width === 0 || height === 0) return null
  const density = kind === 'svg' ? { density: densityFor(side, Math.max(width, height)) } : {}
  return sharp(bytes, { ...limits, ...density })
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: kind !== 'svg' })
    .webp({ quality: 82, effort: 3 })
    .toBuffer()
}

/** Draws small pictures at the size in which they are shown, so that their lines stay sharp. */
function densityFor(side: number, longest: number): number {
  return Math.min(SVG_DENSITY_LIMIT, Math.max(1, (SVG_DENSITY * side) / longest))
}

const [from] = process.argv.slice(2)
if (from !== undefined && process.send !== undefined) start(from)
