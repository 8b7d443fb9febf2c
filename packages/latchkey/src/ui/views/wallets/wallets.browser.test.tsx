import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { FakeGateway } from '../../../../../testing/src/createFakeServices.ts'
import { findByRole, readText } from '../../../../../testing/src/findByRole.ts'
import { TIDE } from '../../../../../testing/src/fixtures.ts'
import { getView, press, type RenderedView, renderView } from '../../../../../testing/src/renderView.tsx'
import { findViewState } from '../../../../../testing/src/viewStates.ts'
import { hiddenBalances } from '../../../core/features/tokens/hidden.ts'
import { getConnection } from '../../../core/kernel/connections/connection.ts'
import { listBeside } from '../../../core/kernel/connections/connectionList.ts'

let view: RenderedView | undefined
afterEach(() => {
  view?.unmount()
  view = undefined
})

async function render(...of: Parameters<typeof findViewState>): Promise<RenderedView> {
  view = await renderView(findViewState(...of))
  return view
}

const names = (rendered: RenderedView): string[] =>
  [...rendered.root.querySelectorAll('.kept')].map((section) => section.getAttribute('aria-label') ?? '')
function findTab(rendered: RenderedView, words: string): HTMLElement {
  const found = [...rendered.root.querySelectorAll<HTMLElement>('[role=tab]')].find((tab) => readText(tab) === words)
  if (!found) throw new Error(`There is no tab ${words}.`)
  return found
}
const current = (rendered: RenderedView) => getConnection(rendered.instance.stores.connection.get(), 'eip155')

describe('connected wallets', () => {
  test('are all there, the one in use first and marked, each account with its kind', async () => {
    const rendered = await render('ProfileWallets', 'filled')
    expect(names(rendered)).toEqual(['Fernpass', 'Tide'])
    expect(rendered.root.querySelectorAll('[aria-current=true]')).toHaveLength(1)
    expect(readText(rendered.root.querySelector('.kept') ?? document.body)).toContain('Smart account')
  })

  test('each account says what it is worth, as part of its name, and nothing while balances are hidden', async () => {
    const worths: Readonly<Record<string, number>> = { '0x71': 5528.46, '0x70': 0, '0x3c': 212.08 }
    const getBalance = ({ address }: { address: string }) => ({
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId: 'eip155:1',
          price: 1,
          value: worths[address.slice(0, 4).toLowerCase()],
          quantity: { decimals: '18', numeric: '1' },
          iconUrl: '',
        },
      ],
    })
    const gateway = { getBalance, getSupportedChains: () => ({ http: ['eip155:1'], ws: [] }) }
    view = await renderView(findViewState('ProfileWallets', 'filled'), { gateway: gateway as FakeGateway })
    const rows = () => [...(view?.root.querySelectorAll('.kept .row') ?? [])].map(readText)
    await expect.poll(() => rows()[2]).toContain('$212.08')
    await expect.poll(() => rows()[1]).toMatch(/Smart account.*\$0\.00/)
    hiddenBalances.write(view.instance, true)
    await view.settle()
    expect(rows().join()).not.toContain('$')
  })

  test('another wallet is used by one press on its account, and the first one stays connected', async () => {
    const rendered = await render('ProfileWallets', 'filled')
    findByRole(rendered.root, 'button', /^0x3C/).click()
    await rendered.settle()
    expect(current(rendered)?.connector.id).toBe(TIDE.id)
    expect(listBeside(rendered.instance.stores.connection.get(), 'eip155')).toHaveLength(1)
    expect(names(rendered)).toEqual(['Tide', 'Fernpass'])
  })

  test('another account of the same wallet is used by one press', async () => {
    const rendered = await render('ProfileWallets', 'filled')
    findByRole(rendered.root, 'button', /^0x70/).click()
    await rendered.settle()
    expect(current(rendered)?.accounts[0]?.address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  })

  test('one is ended alone, and the list stays', async () => {
    const rendered = await render('ProfileWallets', 'filled')
    findByRole(rendered.root, 'button', /^Disconnect Tide, 0x3C/).click()
    await expect.poll(() => names(rendered)).toEqual(['Fernpass'])
    expect(getView(rendered)).toBe('ProfileWallets')
    expect(current(rendered)?.connector.name).toBe('Fernpass')
  })

  test('all are ended only after a second press', async () => {
    const rendered = await render('ProfileWallets', 'filled')
    await press(rendered, 'Disconnect all')
    expect(current(rendered)).toBeDefined()
    await press(rendered, 'Disconnect all wallets?')
    await expect.poll(() => current(rendered)).toBeUndefined()
  })

  test('a wallet of another family is added with the first one still connected', async () => {
    const rendered = await render('ProfileWallets', 'filled')
    const tab = findTab(rendered, 'Solana')
    tab.focus()
    tab.click()
    await rendered.settle()
    expect(readText(rendered.root.querySelector('[role=tabpanel]') ?? document.body)).toContain(
      'No Solana wallet connected',
    )
    await press(rendered, 'Add Solana wallet')
    expect(getView(rendered)).toBe('Connect')
    expect(rendered.instance.stores.modal.get().namespace).toBe('solana')
    expect(current(rendered)).toBeDefined()
  })

  test('families are a strip of tabs that arrows go through', async () => {
    const rendered = await render('ProfileWallets', 'filled')
    findTab(rendered, 'Ethereum · 2').focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(readText(rendered.root.activeElement ?? document.body)).toBe('Solana')
  })
})

test('the account leads to the wallets', async () => {
  const rendered = await render('Account', 'filled')
  await press(rendered, 'Fernpass')
  expect(getView(rendered)).toBe('ProfileWallets')
})

test('a network of another family asks for a wallet of it and says that the current one stays', async () => {
  const rendered = await render('SwitchActiveChain', 'filled')
  expect(readText(rendered.root.querySelector('.lead') ?? document.body)).toBe(
    'Fernpass does not work on Solana. Connect another wallet for it; your current one stays connected.',
  )
  await press(rendered, 'Add Solana wallet')
  expect(getView(rendered)).toBe('Connect')
  expect(rendered.instance.stores.modal.get().namespace).toBe('solana')
})
