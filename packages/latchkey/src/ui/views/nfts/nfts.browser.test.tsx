import { afterEach, expect, test } from 'vitest'
import { fillNfts } from '../../../../../testing/src/accountStates.ts'
import type { FakeGateway } from '../../../../../testing/src/createFakeServices.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { makeNft } from '../../../../../testing/src/nfts.ts'
import { getView, inView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { nftsOf } from '../../../core/features/nfts/state.ts'
import { noteUnserved } from '../../../core/features/tokens/noteUnserved.ts'
import { goBack } from '../../../core/flow/goBack.ts'
import type { ViewName } from '../../../core/types/views.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(name: string, of: ViewName = 'Account', gateway?: FakeGateway): Promise<RenderedView> {
  view = await renderView(findViewState(of, name), gateway ? { gateway } : {})
  await view.settle()
  return view
}

const pieces = (rendered: RenderedView): HTMLElement[] => [
  ...inView(rendered).querySelectorAll<HTMLElement>('button.piece'),
]
/** How many are drawn, once the grid has looked again at how much of it is in sight: the card may have grown. */
async function drawn(rendered: RenderedView): Promise<number> {
  await rendered.services.clock.advance(0)
  return pieces(rendered).length
}
const asked = (rendered: RenderedView): number =>
  rendered.services.calls.filter(({ name }) => name === 'getNfts').length

test('the tabs stand in the order of the product, and the NFTs are asked for when their tab is opened', async () => {
  const rendered = await render('filled')
  const tabs = [...inView(rendered).querySelectorAll<HTMLElement>('[role=tab]')]
  expect(tabs.map(readText)).toEqual(['Tokens', 'NFTs', 'Activity'])
  expect(asked(rendered)).toBe(0)
  tabs[1]?.click()
  await rendered.settle()
  await expect.poll(() => asked(rendered)).toBe(1)
  expect(rendered.services.storage.get('accountTab')).toContain('nfts')
})

test('a site that turns NFTs off has no tab for them and asks for none', async () => {
  view = await renderView({ ...findViewState('Account', 'nfts filled'), options: { features: { nfts: false } } })
  expect([...inView(view).querySelectorAll('[role=tab]')].map(readText)).toEqual(['Tokens', 'Activity'])
  expect(asked(view)).toBe(0)
})

test('a network whose NFTs nobody reads has no tab for them', async () => {
  const rendered = await render('nfts filled')
  noteUnserved(rendered.instance, 'nfts', 'eip155:1')
  await rendered.settle()
  expect([...inView(rendered).querySelectorAll('[role=tab]')].map(readText)).toEqual(['Tokens', 'Activity'])
})

test('each NFT is read as its name, its collection and how many of it there are', async () => {
  const rendered = await render('nfts filled')
  await expect.poll(() => drawn(rendered)).toBeGreaterThan(6)
  const texts = pieces(rendered).map((piece) => readText(piece))
  expect(texts[0]).toBe('Low Sun #118, Field Notes')
  expect(texts[2]).toBe('Ripple 7, Tidal Proofs, You own 12')
  expect(texts[6]).toBe('Quarters #7, Quarters')
})

test('an advertisement is folded away with its count, shown when asked for, and says what it is', async () => {
  const rendered = await render('nfts filled')
  await expect.poll(() => drawn(rendered)).toBe(8)
  expect(readText(inView(rendered))).toContain('2 are hidden as spam')
  await press(rendered, 'Show hidden')
  await expect.poll(() => drawn(rendered)).toBe(10)
  pieces(rendered)[8]?.click()
  await rendered.settle()
  expect(getView(rendered)).toBe('NftDetails')
  expect(readText(inView(rendered))).toContain('looks like an advertisement')
  expect(inView(rendered).querySelector('a[href*="free-pine"]')).toBeNull()
})

test('one leads to all that is known of it, and back to where one was', async () => {
  const rendered = await render('nfts filled')
  pieces(rendered)[0]?.click()
  await rendered.settle()
  const text = readText(inView(rendered))
  for (const part of ['Field Notes', 'Ethereum', 'the walk home from the quarry', 'Light', 'Dusk', 'Late summer']) {
    expect(text).toContain(part)
  }
  const contract = makeNft(118).contract
  await press(rendered, 'Copy address')
  expect(rendered.services.browser.done).toEqual([`copy ${contract}`])
  const link = findByRole(rendered.root, 'link', /Block explorer/)
  expect(link.getAttribute('href')).toBe(`https://explorer-1.example/address/${contract}`)
  goBack(rendered.instance)
  await rendered.settle()
  expect(rendered.root.activeElement?.getAttribute('data-focus-key')).toContain('nft:eip155:1:')
})

test('what was opened while it was still being read is filled in where it stands', async () => {
  const rendered = await render('pending', 'NftDetails')
  expect(readText(inView(rendered))).toContain('still being read')
  nftsOf(rendered.instance).set((state) => ({
    ...state,
    items: (state.items ?? []).map((nft) => ({ ...nft, name: 'Arrived', metadata: 'read' as const })),
  }))
  await rendered.settle()
  expect(readText(inView(rendered))).not.toContain('still being read')
  expect(readText(inView(rendered))).toContain('Arrived')
})

test('a failure keeps what is known with its age, and asks again when told to', async () => {
  const rendered = await render('nfts failed with old values')
  const line = readText(inView(rendered).querySelector('[data-failure=DATA_UNAVAILABLE]') ?? document.body)
  expect(line).toContain('could not be loaded')
  expect(line).toContain('Updated 5 minutes ago')
  await expect.poll(() => drawn(rendered)).toBe(8)
  const before = asked(rendered)
  await press(rendered, 'Retry')
  expect(asked(rendered)).toBe(before + 1)
})

test('nothing is called empty that could not be read, or was read in part', async () => {
  expect(readText(inView(await render('nfts failed')))).not.toContain('No collectibles')
  view?.unmount()
  expect(readText(inView(await render('nfts in part')))).toContain('Some may be missing')
  nftsOf((view as RenderedView).instance).set((state) => ({ ...state, items: [], next: undefined }))
  await (view as RenderedView).settle()
  expect(readText(inView(view as RenderedView))).not.toContain('No collectibles')
  view?.unmount()
  expect(readText(inView(await render('nfts empty')))).toContain('No collectibles yet')
})

test('a further page is asked for when its end is in sight, and told', async () => {
  const rendered = await render('nfts in part', 'Account', {
    getNfts: (input) => ({
      data:
        (input as { cursor?: string }).cursor === undefined
          ? [makeNft(118), makeNft(42)]
          : [makeNft(900), makeNft(901)],
      next: (input as { cursor?: string }).cursor === undefined ? 'two' : null,
      unavailable: [],
      incomplete: [],
    }),
  })
  await rendered.settle()
  await expect.poll(() => drawn(rendered)).toBe(4)
  await rendered.services.clock.advance(50)
  expect(rendered.root.textContent).toContain('2 more collectibles loaded')
})

test('ten thousand NFTs draw only what is in sight, and the keys reach the last one', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => String(index))
  const state = findViewState('Account', 'nfts filled')
  view = await renderView({
    ...state,
    fill: (instance) => {
      fillNfts([makeNft(0)])(instance)
      nftsOf(instance).set((nfts) => ({
        ...nfts,
        items: (nfts.items ?? []).flatMap((one) =>
          many.map((tokenId) => ({ ...one, id: `eip155:1:${tokenId}`, tokenId })),
        ),
      }))
    },
  })
  await view.settle()
  const drawn = pieces(view).length
  expect(drawn).toBeGreaterThan(5)
  expect(drawn).toBeLessThan(40)
  const [first] = pieces(view)
  first?.focus()
  first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
  await view.settle()
  expect(view.root.activeElement?.getAttribute('data-index')).toBe('9999')
  expect(pieces(view).length).toBeLessThan(40)
  ;(view.root.activeElement as HTMLElement).click()
  await view.settle()
  expect(getView(view)).toBe('NftDetails')
  goBack(view.instance)
  await view.settle()
  expect(view.root.activeElement?.getAttribute('data-index')).toBe('9999')
})

test('a picture that never comes ends as the first letter of the name', async () => {
  const rendered = await render('nfts filled')
  nftsOf(rendered.instance).set((state) => ({
    ...state,
    items: (state.items ?? []).slice(0, 1).map((nft) => ({ ...nft, imageUrl: `${location.origin}/never.png` })),
  }))
  await rendered.settle()
  await rendered.services.clock.advance(20_000)
  await rendered.settle()
  expect(inView(rendered).querySelector('.piece .letter')?.textContent).toBe('L')
})

test.each(['nfts long', 'nfts filled'])(
  'every piece of "%s" is as high as the others and within the card',
  async (name) => {
    const rendered = await render(name)
    const boxes = pieces(rendered).map((piece) => piece.getBoundingClientRect())
    expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1)
    const card = rendered.root.querySelector('.card')?.getBoundingClientRect()
    for (const box of boxes) expect(box.right).toBeLessThanOrEqual(card?.right ?? 0)
  },
)
