import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { inView, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

/** Sources that this page has fetched so far. The tests stand in this order, because a page fetches each once. */
const listLoaded = (): readonly string[] =>
  performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)

const drawsFrame = ({ root }: RenderedView): boolean => root.host.querySelector('iframe') !== null

test('where e-mail is off, nothing of it is loaded by the list of wallets', async () => {
  view = await renderView(findViewState('Connect', 'e-mail off'))
  const rendered = view
  await vi.waitFor(() => expect(readText(inView(rendered))).toContain('Fernpass'))
  expect(readText(inView(rendered))).not.toContain('E-mail address')
  expect(listLoaded().filter((path) => /emailRoom|EmailPart|openFrame|serveEmbedded|placeFrame/.test(path))).toEqual([])
})

test('where it is on, the list brings the field, and the frame comes with the first address that is sent', async () => {
  view = await renderView(findViewState('Connect', 'e-mail first'))
  const rendered = view
  const field = await vi.waitFor(() => findByRole(rendered.root, 'textbox', 'E-mail address'))
  expect(drawsFrame(rendered)).toBe(false)
  await userEvent.click(field)
  await userEvent.keyboard('mira@shop.example')
  expect(drawsFrame(rendered)).toBe(false)
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(drawsFrame(rendered)).toBe(true))
})
