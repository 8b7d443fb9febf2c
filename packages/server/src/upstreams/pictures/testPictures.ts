/** Pictures for this package's tests: sound ones, and some that were made to harm. */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deflateSync } from 'node:zlib'

const BOX = resolve(import.meta.dirname, '../../../../../tests/images')

/** Address of the folder that has the image library, a box of its own (20 MB, in part LGPL), which is installed where it is not yet. */
export function findTestImageLibrary(): string {
  const folder = pathToFileURL(`${BOX}/`).href
  try {
    createRequire(folder).resolve('sharp')
  } catch {
    execFileSync('npm', ['ci', '--prefix', BOX], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return folder
}

/** A PNG of one grey, one bit a pixel: however large it is, it takes a few bytes. `extra` stands before its pixels. */
export function createPng(width: number, height: number, extra: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    createChunk('IHDR', header),
    ...extra,
    createChunk('IDAT', deflateSync(rows, { level: 9 })),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

/** One chunk of a PNG. Source: PNG 5.3. */
export function createChunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

/** A GIF of two frames, one pixel each: black, then white. Source: GIF89a. */
export const MOVING_GIF = Buffer.from(
  '47494638396101000100800000000000ffffff' +
    '21f904040a000000' +
    '2c00000000010001000002024401' +
    '00' +
    '21f904040a000000' +
    '2c00000000010001000002024c01' +
    '00' +
    '3b',
  'hex',
)

/** An SVG with these contents, 24 units wide and high. */
export const svg = (contents: string, attributes = 'width="24" height="24"'): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${contents}</svg>`,
  )
