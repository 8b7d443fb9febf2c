import decodeQR from 'qr/decode.js'
import type { Visitor } from './driver.ts'

/** Reads the QR code from a part of the page as the browser draws it, as a camera would. Throws where there is none. */
export async function scanCode(visitor: Visitor, part: DOMRectReadOnly): Promise<string> {
  const { x, y } = part
  const [width, height] = [Math.round(part.width), Math.round(part.height)]
  const picture = (await visitor.takePicture()).toString('base64')
  // The browser itself takes its picture apart; what comes back are the pixels.
  const pixels = await visitor.evaluate(cutOut, picture, { x, y, width, height })
  return decodeQR({ data: new Uint8Array(Buffer.from(pixels, 'base64')), width, height })
}

/** Runs in the page, so it reads nothing from around it. */
async function cutOut(
  picture: string,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<string> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = document.createElement('canvas')
  canvas.width = part.width
  canvas.height = part.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.drawImage(image, -part.x, -part.y)
  let text = ''
  for (const value of context.getImageData(0, 0, part.width, part.height).data) text += String.fromCharCode(value)
  return btoa(text)
}
