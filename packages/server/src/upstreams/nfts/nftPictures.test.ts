import type { Hex } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestGateway, type NodeRequest } from '../../gateway/testGateway.ts'
import { type GuardedFetch, GuardedFetchError } from '../guardedFetch.ts'
import { sniffPicture } from '../pictures/pictureKind.ts'
import { createPng, findTestImageLibrary, svg } from '../pictures/testPictures.ts'
import { createTestChain, type TestNft } from './testChain.ts'

const ME = `0x${'a'.repeat(40)}` as const
const HATS = `0x${'1'.repeat(40)}` as const
const ID = `eip155:31337:${HATS}:1`

const running: { close: () => void }[] = []
afterAll(() => {
  for (const each of running) each.close()
})

function setUp(metadata: unknown, options: { pages?: Record<string, Uint8Array>; library?: string | null } = {}) {
  const uri = `data:application/json,${encodeURIComponent(JSON.stringify(metadata))}`
  const nft: TestNft = { standard: 'ERC721', contract: HATS, tokenId: 1n, cameTo: ME, block: 1n, uri }
  const { answer } = createTestChain({ nfts: [nft] })
  const answerNode = ({ body }: NodeRequest) => {
    const one = (call: { id: number; method: string; params?: unknown }) => ({
      jsonrpc: '2.0',
      id: call.id,
      ...(call.method === 'eth_chainId' ? { result: '0x7a69' as Hex } : answer(call)),
    })
    return Response.json(Array.isArray(body) ? body.map(one) : one(body as never))
  }
  const fetched: string[] = []
  const guardedFetch: GuardedFetch = async (url) => {
    fetched.push(url)
    const body = options.pages?.[url]
    if (body === undefined) throw new GuardedFetchError('unreachable')
    return { status: 200, contentType: 'text/html', body }
  }
  const gateway = createTestGateway({
    answerNode,
    guardedFetch,
    imageLibrary: options.library === null ? undefined : findTestImageLibrary(),
  })
  running.push({ close: () => gateway.services.close?.() })
  return { ...gateway, fetched }
}

describe('GET /public/getNftImage', () => {
  test('SEC-111: a picture on the chain is drawn anew, and its answer can neither run, be sniffed nor carry a cookie', async () => {
    const drawing = svg('<script>alert(1)</script><rect width="24" height="24" fill="teal"/>')
    const { app, get } = setUp({ name: 'Hat', image: `data:image/svg+xml;base64,${drawing.toString('base64')}` })
    const list = await get(`/v1/account/${ME}/nfts?projectId=shop`)
    const { data } = (await list.json()) as { data: { imageUrl: string; largeImageUrl: string }[] }
    expect(data[0]).toMatchObject({
      imageUrl: `https://gate.example/public/getNftImage/${ID}`,
      largeImageUrl: `https://gate.example/public/getNftImage/${ID}?size=detail`,
    })
    const response = await app.request(`/public/getNftImage/${ID}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'cache-control': expect.stringContaining('public'),
    })
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(sniffPicture(new Uint8Array(await response.arrayBuffer()))).toBe('webp')
  })

  test('a picture on the web is fetched through the guard, once for all who ask at the same time', async () => {
    const { app, fetched } = setUp(
      { image: 'https://pictures.example/1' },
      { pages: { 'https://pictures.example/1': createPng(50, 50) } },
    )
    const answers = await Promise.all([1, 2, 3].map(() => app.request(`/public/getNftImage/${ID}`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(fetched).toEqual(['https://pictures.example/1'])
  })

  test('what cannot be drawn is not found and never passed on as it is; what cannot be read now is a coded failure', async () => {
    const page = setUp(
      { image: 'https://pictures.example/1' },
      { pages: { 'https://pictures.example/1': Buffer.from('<script>') } },
    )
    expect((await page.app.request(`/public/getNftImage/${ID}`)).status).toBe(404)
    const away = setUp({ image: 'https://pictures.example/1' })
    const response = await away.app.request(`/public/getNftImage/${ID}`)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })

  test('without an image library NFTs have no pictures, and say so', async () => {
    const { app, get } = setUp({ name: 'Hat', image: 'https://pictures.example/1' }, { library: null })
    const list = await get(`/v1/account/${ME}/nfts?projectId=shop`)
    expect(((await list.json()) as { data: unknown[] }).data[0]).toMatchObject({ name: 'Hat', imageUrl: null })
    expect((await app.request(`/public/getNftImage/${ID}`)).status).toBe(404)
  })

  test.each(['eip155:31337:0x12:1', `eip155:31337:${HATS}`, `solana:x:${HATS}:1`, 'https:%2F%2Fevil.example'])(
    'an id that is no NFT (%s) is refused',
    async (id) => {
      const { app } = setUp({})
      expect((await app.request(`/public/getNftImage/${id}`)).status).toBe(400)
    },
  )

  test('an NFT of a chain that is not configured is refused', async () => {
    const { app } = setUp({})
    expect(await (await app.request(`/public/getNftImage/eip155:5:${HATS}:1`)).json()).toMatchObject({
      code: 'CHAIN_UNSUPPORTED',
    })
  })
})
