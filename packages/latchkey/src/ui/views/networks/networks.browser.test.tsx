import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createAnswer } from '../../../../../testing/src/createScriptedAdapter.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { getView, inView, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import type { ViewState } from '../../../../../testing/src/viewState.ts'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { FailureError } from '../../../core/errors/failure.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(state: ViewState): Promise<RenderedView> {
  view = await renderView(state)
  return view
}

const listOptions = (rendered: RenderedView): string[] =>
  [...inView(rendered).querySelectorAll('[role=option]')].map(readText)

test('the active network is the selected one, and choosing it again asks nobody', async () => {
  const rendered = await render(findViewState('Networks', 'filled'))
  const chosen = findByRole(rendered.root, 'option', 'Ethereum')
  expect(chosen.getAttribute('aria-selected')).toBe('true')
  chosen.click()
  await rendered.settle()
  expect(getView(rendered)).toBe('Networks')
  expect(rendered.adapter.asked).toEqual([])
})

test('choosing another network asks the wallet once, in a view of its own', async () => {
  const rendered = await render(findViewState('Networks', 'filled'))
  findByRole(rendered.root, 'option', 'Base').click()
  await rendered.settle()
  expect(getView(rendered)).toBe('SwitchNetwork')
  expect(rendered.adapter.asked).toEqual(['switchNetwork eip155:8453'])
  expect(readText(rendered.root.querySelector('h2') ?? document.body)).toBe('Switch to Base')
})

test('typing narrows the list at once, and nothing found says what was looked for', async () => {
  const rendered = await render(findViewState('Networks', 'long'))
  const field = findByRole(rendered.root, 'textbox', 'Search networks')
  expect(rendered.root.activeElement).toBe(field)
  await userEvent.keyboard('hollow 14')
  await rendered.settle()
  expect(listOptions(rendered)).toEqual(['Hollow 14'])
  await userEvent.keyboard('0')
  await rendered.settle()
  expect(listOptions(rendered)).toEqual([])
  expect(readText(inView(rendered))).toContain('No network is called “hollow 140”.')
})

test('a long list is one tab stop, and arrows move in it', async () => {
  const rendered = await render(findViewState('Networks', 'long'))
  await userEvent.keyboard('{Tab}')
  const first = rendered.root.activeElement
  expect(first?.getAttribute('role')).toBe('option')
  await userEvent.keyboard('{ArrowDown}')
  expect(readText(rendered.root.activeElement ?? document.body)).toBe('Hollow 1')
  await userEvent.keyboard('{Tab}')
  expect(rendered.root.activeElement?.getAttribute('role')).not.toBe('option')
})

test('a network that the wallet cannot use stays reachable and says why', async () => {
  const rendered = await render(findViewState('Networks', 'needs another wallet'))
  const solana = findByRole(rendered.root, 'option', /Solana/)
  expect(solana.getAttribute('aria-disabled')).toBe('true')
  const reason = rendered.root.getElementById(solana.getAttribute('aria-describedby') ?? '')
  expect(readText(reason ?? document.body)).toBe('Fernpass does not work here')
  solana.click()
  await rendered.settle()
  expect(getView(rendered)).toBe('Networks')
})

test('a network that another wallet would serve stands apart, and leads to connecting one', async () => {
  const rendered = await render(findViewState('Networks', 'another wallet would do'))
  const [own, others] = rendered.root.querySelectorAll('[role=listbox]')
  expect(own && readText(own)).not.toContain('Solana')
  expect(others?.getAttribute('aria-label')).toBe('Needs another wallet')
  findByRole(rendered.root, 'option', /Solana.*Fernpass does not work here/).click()
  await rendered.settle()
  expect(getView(rendered)).toBe('SwitchActiveChain')
})

test('the note under the list leads to what a network is', async () => {
  const rendered = await render(findViewState('Networks', 'filled'))
  findByRole(rendered.root, 'button', 'What is a network?').click()
  await rendered.settle()
  expect(getView(rendered)).toBe('WhatIsANetwork')
  expect(rendered.events.map((event) => event.name)).toContain('CLICK_NETWORK_HELP')
})

test('a declined switch is told, and its button asks again once', async () => {
  const answer = createAnswer<void>()
  const rendered = await render({
    ...findViewState('SwitchNetwork', 'waiting'),
    script: { switchNetwork: () => answer },
  })
  expect(readText(inView(rendered))).toContain('Approve in Fernpass')
  answer.no(new FailureError('USER_REJECTED', 'No.', { step: 'switch' }))
  await rendered.settle()
  expect(readText(inView(rendered))).toContain('You said no in Fernpass')
  rendered.adapter.script.switchNetwork = () => new Promise(() => {})
  findByRole(rendered.root, 'button', 'Try again').click()
  await rendered.settle()
  expect(rendered.adapter.asked).toEqual(['switchNetwork eip155:8453', 'switchNetwork eip155:8453'])
})

test('F-25: a network that the wallet lacks can be added', async () => {
  const rendered = await render(findViewState('SwitchNetwork', 'not in wallet'))
  expect(readText(inView(rendered))).toContain('Fernpass does not have Base yet')
  findByRole(rendered.root, 'button', 'Add Base').click()
  await rendered.settle()
  expect(rendered.adapter.asked).toHaveLength(2)
})

test('F-26: a wallet that stayed where it was is named with its network', async () => {
  const rendered = await render(findViewState('SwitchNetwork', 'not applied'))
  expect(readText(inView(rendered))).toContain('Fernpass is still on EthereumChange the network there.')
  findByRole(rendered.root, 'button', 'Check again')
})

test('a network that the site does not use is told in an alert dialog, with the ways out', async () => {
  const rendered = await render(findViewState('UnsupportedChain', 'filled'))
  expect(rendered.root.querySelector('[role=alertdialog]')).not.toBe(null)
  expect(readText(inView(rendered))).toContain(
    'Hollowpine does not work on network 250. Choose one of these to continue.',
  )
  expect(readText(rendered.root.activeElement ?? document.body)).toBe('Ethereum')
  findByRole(rendered.root, 'button', 'Base').click()
  await rendered.settle()
  expect(getView(rendered)).toBe('SwitchNetwork')
})

test('from a network that the site does not use one can always disconnect', async () => {
  const rendered = await render(findViewState('UnsupportedChain', 'filled'))
  findByRole(rendered.root, 'button', 'Disconnect').click()
  await rendered.settle()
  expect(rendered.instance.stores.accounts.get().byNamespace.eip155).toBe(undefined)
})
