import { createFakeServices, createTestLatchkey, fakeAccounts } from '@latchkey/testing'
import { getNfts, type NftItem } from '@latchkey/wire/nfts'
import { parse } from 'valibot'
import { describe, expect, test } from 'vitest'
import { makeNft } from '../../../../../testing/src/nfts.ts'
import { fetchNfts } from '../../../actions/fetchNfts.ts'
import { formatAmount } from '../tokens/rules.ts'
import { PAGE_LIMIT, toPage } from './readNfts.ts'
import { formatCount, shorten } from './rules.ts'
import type { Nft } from './state.ts'

const GATEWAY = 'https://gateway.test'
const MOST = String(2n ** 256n - 1n)
const INVISIBLE = '\u202e\u2066\u200b\u200d\ufeff\u00ad'

/** What becomes of one NFT on its way through the schema of the wire and the room. */
function read(more: Partial<NftItem>): Nft | undefined {
  const page = parse(getNfts.answer, { data: [makeNft(1, more)], next: null })
  return toPage({ options: { gatewayUrl: `${GATEWAY}/`, projectId: 'pine' } } as never, page).items[0]
}

describe('an NFT that was made to break or to trick', () => {
  test('SEC-83: markup in its name stays the text that it is', () => {
    const name = '<img src=x onerror=alert(1)>'
    expect(read({ name })?.name).toBe(name)
  })

  test('SEC-83: bidi controls and zero-width signs are taken out of every text', () => {
    const nft = read({
      name: `${INVISIBLE}Rare${INVISIBLE}`,
      collection: `${INVISIBLE}`,
      description: `a${INVISIBLE}b`,
      traits: [{ name: `${INVISIBLE}n`, value: `v${INVISIBLE}` }],
    })
    expect([nft?.name, nft?.collection, nft?.description, nft?.traits]).toEqual([
      'Rare',
      undefined,
      'ab',
      [{ name: 'n', value: 'v' }],
    ])
  })

  test('SEC-83: ten thousand letters are cut to what a name and a description may have', () => {
    const long = 'x'.repeat(10_000)
    const nft = read({ name: long, collection: long, description: long, traits: [{ name: long, value: long }] })
    expect([nft?.name?.length, nft?.collection?.length, nft?.description?.length]).toEqual([64, 64, 280])
    expect([nft?.traits[0]?.name.length, nft?.traits[0]?.value.length]).toEqual([64, 64])
  })

  test('a name of nothing that can be seen is none, and the number stands in for it', () => {
    const nft = read({ name: ' \u200b\u2800 ', collection: null, tokenId: '7' })
    expect(nft?.name).toBe('#7')
  })

  test('a thousand traits are fifty, and those that say nothing are left out', () => {
    const traits = Array.from({ length: 1_000 }, (_, index) => ({
      name: `n${index}`,
      value: index % 2 ? 'v' : '\u200b',
    }))
    expect(read({ traits })?.traits).toHaveLength(25)
  })

  test.each([
    ['another server', 'https://tracker.example/1.png'],
    ['a server whose name begins like the gateway', `${GATEWAY}.example/1.png`],
    ['a script', 'javascript:alert(1)'],
    ['data of its own', 'data:image/svg+xml,<svg/>'],
    ['a file', 'file:///etc/passwd'],
    ['no address at all', ''],
  ])('SEC-111: its picture from %s is none', (_, imageUrl) => {
    const nft = read({ imageUrl, largeImageUrl: imageUrl })
    expect([nft?.imageUrl, nft?.largeImageUrl]).toEqual([undefined, undefined])
  })

  test('its picture from the gateway is asked for with the fields that every call carries', () => {
    expect(read({ imageUrl: `${GATEWAY}/v1/nft-image/1` })?.imageUrl).toContain(
      `${GATEWAY}/v1/nft-image/1?projectId=pine`,
    )
  })

  test('an amount and an id of 2^256-1 are kept to the last digit, and shown in their groups', () => {
    const nft = read({ standard: 'ERC1155', quantity: MOST, tokenId: MOST })
    expect([nft?.quantity, nft?.tokenId]).toEqual([MOST, MOST])
    expect(formatCount(MOST, 'en').replaceAll(',', '')).toBe(MOST)
    expect(formatCount(MOST, 'en', { isShort: true })).toBe('999,999+')
    expect(formatCount('1234', 'ar-EG')).toBe(formatAmount('1234', { locale: 'ar-EG', digits: 0 }))
    expect(shorten(MOST)).toBe('1157…9935')
  })

  test.each([
    ['an id of more digits than 2^256 has', { tokenId: '9'.repeat(79) }],
    ['an amount of more digits than 2^256 has', { quantity: '9'.repeat(100_000) }],
    ['a contract that is no address', { contract: 'javascript:alert(1)' }],
    ['a contract of ten thousand letters', { contract: `0x${'a'.repeat(10_000)}` }],
    ['a mint where a contract belongs', { contract: 'CKEZ4YrdN8apbg1NZKqKyHdLFyjPQ4Uyo4rBhbU2krQt' }],
    ['a contract where a mint belongs', { standard: 'METAPLEX' as const }],
    ['none of it held', { quantity: '0' }],
  ])('%s names no NFT and is left out', (_, more) => {
    expect(read(more)).toBeUndefined()
  })

  test('a page that names one twice shows it once, and one of ten thousand is cut', () => {
    const data = Array.from({ length: 10_000 }, (_, index) => makeNft(index % 500))
    const { items } = toPage({ options: {} } as never, { data, next: null, unavailable: [], incomplete: [] })
    expect(items).toHaveLength(PAGE_LIMIT)
    const twice = [makeNft(1), makeNft(1, { contract: makeNft(1).contract.toUpperCase().replace('0X', '0x') })]
    expect(
      toPage({ options: {} } as never, { data: twice, next: null, unavailable: [], incomplete: [] }).items,
    ).toHaveLength(1)
  })

  test('items that are no items are left out singly, and the page stands', () => {
    const data = [null, 1, 'x', [], { chainId: 'eip155:1' }, makeNft(1)]
    expect(parse(getNfts.answer, { data, next: null }).data).toHaveLength(1)
  })
})

test('fetchNfts reads a page of the account in use, and the one after it', async () => {
  const services = createFakeServices({
    gateway: { getNfts: () => ({ data: [makeNft(1)], next: 'two', unavailable: [], incomplete: ['eip155:1'] }) },
  })
  const { latchkey } = createTestLatchkey({ services, isStarted: false })
  await expect(fetchNfts(latchkey)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  const where = { address: fakeAccounts(1)[0]?.address ?? '', networkId: 'eip155:1' } as const
  const page = await fetchNfts(latchkey, { ...where, cursor: 'one' })
  expect(page).toMatchObject({ next: 'two', incomplete: ['eip155:1'], unavailable: [] })
  expect(page.items.map(({ name }) => name)).toEqual(['Low Sun #1'])
  expect(services.calls.map(({ input }) => input)).toEqual([
    { address: where.address, chainId: 'eip155:1', cursor: 'one' },
  ])
})

test('a site without a gateway is told so', async () => {
  const { latchkey } = createTestLatchkey({ services: createFakeServices(), isStarted: false })
  const asked = fetchNfts(latchkey, { address: fakeAccounts(1)[0]?.address, networkId: 'eip155:1' })
  await expect(asked).rejects.toMatchObject({ code: 'DATA_UNAVAILABLE' })
})
