/** Longer pictures are made smaller, short ones bigger: both are read more surely. In pixels. */
const LONGEST = 1600
const SHORTEST = 400

/** The text of the QR code in a picture, dark on light or light on dark. Undefined where none is found. */
export async function readPicture(picture: Blob): Promise<string | undefined> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(picture)
  } catch {
    return undefined
  }
  try {
    const longer = Math.max(bitmap.width, bitmap.height)
    const scale = longer > LONGEST ? LONGEST / longer : longer < SHORTEST ? Math.ceil(SHORTEST / longer) : 1
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return undefined
    // Clear parts of a picture count as paper.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingEnabled = scale < 1
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
    return (await readPixels(pixels)) ?? (await readPixels(invert(pixels)))
  } finally {
    bitmap.close()
  }
}

/** The text of the QR code in pixels; undefined where none is found. `isHurried` for camera frames, of which another one comes. */
export async function readPixels(pixels: ImageData, isHurried = false): Promise<string | undefined> {
  const { default: decodeQR } = await import('qr/decode.js')
  try {
    return decodeQR(pixels, isHurried ? {} : { effort: Number.POSITIVE_INFINITY, timeLimit: 2_000 })
  } catch {
    return undefined
  }
}

function invert(pixels: ImageData): ImageData {
  const data = pixels.data.map((value, index) => (index % 4 === 3 ? value : 255 - value))
  return new ImageData(data, pixels.width, pixels.height)
}
