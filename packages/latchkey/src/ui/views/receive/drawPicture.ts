import { drawCode } from '../../parts/QrCode.tsx'
import { toQrPaths } from '../../parts/qrPaths.ts'

/** Width of the picture, in px: sharp in print as well. */
const WIDTH = 1024

/** Height of a line of text, in px. */
const LINE = 52

/** Characters of an address in a line. */
const IN_A_LINE = 32

/**
 * A code as a picture of its own: who is handed it reads beneath it what it is of and where it can be paid, since the picture
 * comes without the page. Rejects where the browser makes none.
 */
export async function drawPicture(text: string, { title, address }: drawPicture.Words): Promise<Blob> {
  const groups = address.match(/.{1,4}/g) ?? []
  const perLine = IN_A_LINE / 4
  const lines = Array.from({ length: Math.ceil(groups.length / perLine) }, (_, index) =>
    groups.slice(index * perLine, (index + 1) * perLine).join(' '),
  )
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = WIDTH + (lines.length + 2) * LINE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  drawCode(context, toQrPaths(text, false), { paper: '#fff', ink: '#000' })
  context.fillStyle = '#000'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const write = (line: string, row: number, font: string): void => {
    context.font = font
    context.fillText(line, WIDTH / 2, WIDTH + row * LINE, WIDTH - LINE)
  }
  write(title, 0, '600 40px system-ui, sans-serif')
  for (const [index, line] of lines.entries()) write(line, index + 1, '34px ui-monospace, monospace')
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png'),
  )
}
export declare namespace drawPicture {
  type Words = {
    /** What stands above the address: the network and, of a request, the amount. */
    readonly title: string
    readonly address: string
  }
}
