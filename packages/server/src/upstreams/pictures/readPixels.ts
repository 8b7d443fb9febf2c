/**
 * Width times height of a raster picture, as its header says; undefined where the header cannot be read. Nothing is decoded.
 * Sources: PNG 11.2.1, GIF89a 18, JPEG (ITU T.81) B.2.2, WebP container specification.
 */
export function readPixels(bytes: Uint8Array): number | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = view.subarray(0, 16).toString('latin1')
  try {
    if (start.startsWith('\x89PNG\r\n\x1a\n')) return view.readUInt32BE(16) * view.readUInt32BE(20)
    if (/^GIF8[79]a/.test(start)) return view.readUInt16LE(6) * view.readUInt16LE(8)
    if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return readWebp(view)
    if (start.startsWith('\xff\xd8')) return readJpeg(view)
  } catch {
    // The header ends too early.
  }
  return undefined
}

function readWebp(view: Buffer): number | undefined {
  const kind = view.subarray(12, 16).toString('latin1')
  if (kind === 'VP8X') return (view.readUIntLE(24, 3) + 1) * (view.readUIntLE(27, 3) + 1)
  if (kind === 'VP8 ') return (view.readUInt16LE(26) & 0x3fff) * (view.readUInt16LE(28) & 0x3fff)
  if (kind !== 'VP8L') return undefined
  const bits = view.readUInt32LE(21)
  return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1)
}

function readJpeg(view: Buffer): number | undefined {
  let place = 2
  while (place + 9 < view.length) {
    if (view[place] !== 0xff) return undefined
    const marker = view[place + 1] ?? 0
    if (marker === 0xff) {
      place += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return view.readUInt16BE(place + 5) * view.readUInt16BE(place + 7)
    place += 2 + view.readUInt16BE(place + 2)
  }
  return undefined
}
