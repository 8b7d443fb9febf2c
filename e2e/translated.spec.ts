import type { BrowserContext } from '@playwright/test'
import { toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, modalOf, shorten, test } from './journey.ts'
import { askNode } from './node.ts'
import { addWallet } from './wallet.ts'

/** An account that no other journey knows, so that its balance is its own. */
const KEY = `0x${'7a51'.repeat(16)}` as const
const ACCOUNT = privateKeyToAddress(KEY)

/**
 * A browser that translates pages, here into the same words: as those do, and extensions that translate, it puts elements of its own in
 * the place of each text, also in shadow roots, and again whenever something is drawn.
 */
async function translate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (init) {
      const root = attachShadow.call(this, init)
      const replaceTexts = (): void => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const texts: Node[] = []
        while (walker.nextNode()) texts.push(walker.currentNode)
        for (const text of texts) {
          const words = text.textContent ?? ''
          if (!words.trim() || text.parentElement?.closest('font, style, [translate="no"]')) continue
          const outer = document.createElement('font')
          const inner = outer.appendChild(document.createElement('font'))
          inner.textContent = words
          text.parentNode?.replaceChild(outer, text)
        }
      }
      new MutationObserver(replaceTexts).observe(root, { childList: true, characterData: true, subtree: true })
      return root
    }
  })
}

test('whose browser translates the page sees what is so now: an amount that is covered and shown, a transfer and its end', async ({
  context,
  page,
  stack,
}) => {
  const friend = `0x${'d7'.repeat(20)}`
  await translate(context)
  await askNode(stack.rpc, 'anvil_setBalance', [ACCOUNT, toHex(10n ** 18n)])
  await addWallet(context, stack, { name: 'Tide', privateKey: KEY, otherKeys: [] })
  await page.goto(`${stack.pages}/plain.html`)
  const modal = modalOf(page)
  const button = (name: string | RegExp) => modal.getByRole('button', { name })
  const openAccount = () =>
    page
      .locator('latchkey-button')
      .getByRole('button', { name: shorten(ACCOUNT) })
      .click()
  await page.locator('latchkey-button').getByRole('button').click()
  await expect(modal.locator('font').first()).toBeVisible()
  await button('Tide').click()
  await expect(page.locator('#address')).toHaveText(ACCOUNT)

  await openAccount()
  const quantity = modal.locator('.quantity').first()
  await expect(quantity).toHaveText('1 ETH')
  await button('Hide balances').click()
  await expect(quantity).toHaveText('••••Hidden ETH')
  await button('Show balances').click()
  await expect(quantity).toHaveText('1 ETH')

  await button('Send').click()
  await button(/Select token/)
    .first()
    .click()
  await modal.getByRole('option', { name: /Ether/ }).click()
  await modal.getByLabel(/^Amount/).fill('0.25')
  await modal.getByLabel('Recipient address').fill(friend)
  await button('Preview send').click()
  await button('Send 0.25 ETH').click()
  await expect(modal).toContainText('Sent 0.25 ETH')
  expect(BigInt(await askNode(stack.rpc, 'eth_getBalance', [friend, 'latest']))).toBe(25n * 10n ** 16n)
  await button('Close').last().click()
  await expect(quantity).toHaveText(/^0\.749\d* ETH$/)
})
