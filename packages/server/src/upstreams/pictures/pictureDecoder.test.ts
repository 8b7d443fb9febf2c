import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPictureDecoder, type PictureDecoder } from './pictureDecoder.ts'
import { sniffPicture } from './pictureKind.ts'
import { readPixels } from './readPixels.ts'
import { createChunk, createPng, findTestImageLibrary, MOVING_GIF, svg } from './testPictures.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
let decoder: PictureDecoder

beforeAll(() => {
  decoder = createPictureDecoder({ library: findTestImageLibrary(), log })
})
afterAll(() => decoder.close())

async function decode(bytes: Uint8Array, side = 320) {
  const result = await decoder.decode(bytes, side)
  if ('refused' in result) return result.refused
  expect(sniffPicture(result.bytes)).toBe('webp')
  return result.bytes
}

const dataUri = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`

describe('SEC-111: sound pictures come out as still WebP of the size that is asked for', () => {
  test('a PNG is made smaller, and never larger', async () => {
    expect(readPixels((await decode(createPng(1000, 500))) as Uint8Array)).toBe(320 * 160)
    expect(readPixels((await decode(createPng(64, 64))) as Uint8Array)).toBe(64 * 64)
  })

  test('a moving GIF comes out as its first frame', async () => {
    const bytes = (await decode(MOVING_GIF)) as Uint8Array
    expect(readPixels(bytes)).toBe(1)
    expect(Buffer.from(bytes).includes('ANIM')).toBe(false)
  })

  test('an SVG is drawn at the size in which it is shown', async () => {
    expect(readPixels((await decode(svg('<rect width="24" height="24" fill="red"/>'))) as Uint8Array)).toBe(320 * 320)
    const whole = svg('<circle cx="5" cy="5" r="4"/>', 'viewBox="0 0 10 10"')
    expect(readPixels((await decode(whole, 1024)) as Uint8Array)).toBe(1024 * 1024)
  })

  test('an SVG may hold a small picture, as pixel art on the chain does', async () => {
    const inner = dataUri('image/png', createPng(24, 24))
    expect(await decode(svg(`<image href="${inner}" width="24" height="24"/>`))).toBeInstanceOf(Uint8Array)
  })
})

describe('SEC-111: pictures that were made to harm', () => {
  test('an SVG with script and outside references is drawn without either, and asks nobody', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(createPng(2, 2))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const hostile = svg(
      `<script>fetch('${at}/script')</script><style>@import url('${at}/style.css');</style>` +
        `<image href="${at}/picture.png" width="9" height="9"/><image xlink:href="file:///etc/passwd" width="9" height="9"/>` +
        `<use href="${at}/other.svg#a"/><foreignObject width="9" height="9"><iframe src="${at}/frame"/></foreignObject>` +
        `<rect width="24" height="24" onload="fetch('${at}/handler')"/>`,
    )
    const bytes = Buffer.from((await decode(hostile)) as Uint8Array)
    server.close()
    expect(asked).toEqual([])
    expect(bytes.includes('script')).toBe(false)
  })

  test('a picture of 100 megapixels is refused by its header', async () => {
    expect(createPng(10_000, 10_000).length).toBeLessThan(20_000)
    expect(await decode(createPng(10_000, 10_000))).toBe('undecodable')
  })

  test('a picture of 100 megapixels inside an SVG is refused before anything is decoded', async () => {
    const inner = dataUri('image/png', createPng(10_000, 10_000))
    expect(await decode(svg(`<image href="${inner}" width="9" height="9"/>`))).toBe('undecodable')
    const nested = dataUri('image/svg+xml', svg(`<image href="${inner}"/>`))
    expect(await decode(svg(`<image href="${nested}"/>`))).toBe('undecodable')
  })

  test('an SVG that is 100,000 units wide is refused', async () => {
    expect(await decode(svg('<rect width="9" height="9"/>', 'width="100000" height="100000"'))).toBe('undecodable')
  })

  test('entities that hold each other ten times over (billion laughs) are refused unread', async () => {
    const laughs = Array.from({ length: 9 }, (_one, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`)
    const bytes = Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "lol">${laughs.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`,
    )
    expect(await decode(bytes)).toBe('undecodable')
  })

  test('an SVG that uses itself in a circle, or SVGs inside each other without end, take no time', async () => {
    const circle = svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>')
    expect(['undecodable', 'drawn']).toContain(typeof (await decode(circle)) === 'string' ? 'undecodable' : 'drawn')
    let inner = svg('<rect width="9" height="9"/>')
    for (let depth = 0; depth < 6; depth += 1) inner = svg(`<image href="${dataUri('image/svg+xml', inner)}"/>`)
    expect(await decode(inner)).toBe('undecodable')
  })

  test('an SVG whose groups use each other millions of times is ended by the clock, and the next picture is decoded', async () => {
    const levels = Array.from(
      { length: 9 },
      (_one, index) => `<g id="g${index + 1}">${`<use href="#g${index}"/>`.repeat(10)}</g>`,
    )
    const bytes = svg(`<defs><g id="g0"><rect width="1" height="1"/></g>${levels.join('')}</defs><use href="#g9"/>`)
    const quick = createPictureDecoder({ library: findTestImageLibrary(), log, timeoutMs: 2_500 })
    const result = await quick.decode(bytes, 320)
    expect(result).toHaveProperty('refused')
    expect(await quick.decode(createPng(8, 8), 320)).toHaveProperty('bytes')
    quick.close()
  })

  test.runIf(process.platform === 'linux')(
    'a picture that takes more memory than it may ends the process, not the gateway',
    async () => {
      const small = createPictureDecoder({ library: findTestImageLibrary(), log, memoryBytes: 1024 * 1024 })
      expect(await small.decode(createPng(4_000, 4_000), 320)).toEqual({ refused: 'tooMuchMemory' })
      small.close()
    },
  )

  test('a picture that is a page or a program as well comes out as a picture alone', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const bytes = Buffer.from((await decode(Buffer.concat([createPng(8, 8), page]))) as Uint8Array)
    expect(bytes.includes('alert')).toBe(false)
    const note = createChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>', 'latin1'))
    expect(Buffer.from((await decode(createPng(8, 8, [note]))) as Uint8Array).includes('alert')).toBe(false)
    const program = Buffer.concat([Buffer.from('GIF89a/*'), MOVING_GIF.subarray(8), Buffer.from('*/=1;alert(1)')])
    const result = await decode(program)
    expect(typeof result === 'string' || !Buffer.from(result).includes('alert')).toBe(true)
  })

  test('a file that ends in the middle is no picture', async () => {
    const png = createPng(500, 500)
    expect(await decode(png.subarray(0, 60))).toBe('undecodable')
    expect(await decode(MOVING_GIF.subarray(0, 14))).toBe('undecodable')
    expect(await decode(svg('<rect').subarray(0, -8))).toBe('undecodable')
  })

  test('what says one type and is another is what its bytes are, or nothing', async () => {
    for (const text of ['<!doctype html><p>hi', '{"image":1}', '%PDF-1.7', 'MZ\x90', '', 'II*\0'])
      expect(await decode(Buffer.from(text, 'latin1')), JSON.stringify(text)).toBe('undecodable')
  })

  test('a PNG whose notes and colours unpack to 200 MB takes neither memory nor time', async () => {
    const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 })
    for (const extra of [
      createChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), bomb])),
      createChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), bomb])),
    ]) {
      const result = await decode(createPng(8, 8, [extra]))
      expect(result === 'undecodable' || result instanceof Uint8Array).toBe(true)
    }
  })

  test('formats that nobody asked for stay shut', async () => {
    const tiff = Buffer.from('49492a0008000000', 'hex')
    expect(await decode(tiff)).toBe('undecodable')
  })
})
