import type { Locator, Page } from '@playwright/test'
import { expect, listSignedIn, modalOf, test } from './journey.ts'
import { FIRST_ACCOUNT, SECOND_ACCOUNT } from './node.ts'
import type { Stack } from './stack.ts'
import { addWallet, countCalls, no, tellWallet } from './wallet.ts'

const KEY = 'test.tide'

/** Opens a page that wants visitors to sign in, and connects Tide there. */
async function connect(page: Page, stack: Stack, query: string): Promise<void> {
  await page.goto(`${stack.pages}/plain.html?${query}`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).first().click()
}

const sign = (page: Page): Promise<void> => modalOf(page).getByRole('button', { name: 'Sign', exact: true }).click()

function failureOf(page: Page, code: string): Locator {
  return modalOf(page).locator(`[data-failure="${code}"]`)
}

/** The page's own server, as a test wants it: what it says of signatures, and whether it keeps its cookie. */
async function serveOwn(page: Page, server: { verifies: boolean; keeps: boolean }): Promise<void> {
  let session: { address: string; chainId: number } | null = null
  await page.route('**/own/**', async (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/own/nonce') return route.fulfill({ json: { nonce: 'a1b2c3d4e5f6a7b8' } })
    if (path === '/own/verify') {
      const { message } = route.request().postDataJSON() as { message: string }
      const [, address = ''] = message.split('\n')
      const chainId = Number(/^Chain ID: (\d+)$/m.exec(message)?.[1])
      // As many servers do: the address is kept in lower case.
      if (server.verifies && server.keeps) session = { address: address.toLowerCase(), chainId }
      return route.fulfill({ json: { ok: server.verifies } })
    }
    if (path === '/own/sign-out') session = null
    return route.fulfill({ json: { ok: true, session } })
  })
}

test.beforeEach(async ({ context, stack, troubles }) => {
  // The browser's note that nobody is signed in yet.
  troubles.allow(/status of 401 .*\/auth\/v1\/me/)
  await addWallet(context, stack, { name: 'Tide' })
})

test('signing in with the gateway: the text is read before, one signature, a reload asks nothing, leaving ends it', async ({
  page,
  stack,
}) => {
  await connect(page, stack, 'siwx=gateway')
  const host = new URL(stack.pages).host
  await expect(modalOf(page).getByText('asks you to sign in')).toBeVisible()
  await expect(modalOf(page).getByRole('button', { name: 'Sign', exact: true })).toBeFocused()
  await modalOf(page).getByText('What you sign').click()
  const text = modalOf(page).locator('pre')
  await expect(text).toContainText(`${host} wants you to sign in with your Ethereum account:`)
  await expect(text).toContainText(FIRST_ACCOUNT)
  await page.keyboard.press('Escape')
  await expect(modalOf(page).getByText('Sign in or disconnect to continue.').first()).toBeVisible()
  await sign(page)
  await expect(modalOf(page)).toBeHidden()
  await expect(page.locator('#status')).toHaveText('connected')
  await expect(page.locator('#heard')).toContainText('SIWX_AUTH_SUCCESS')
  expect(await countCalls(page, KEY, 'personal_sign')).toBe(1)

  await page.reload()
  await expect(page.locator('#status')).toHaveText('connected')
  await expect.poll(() => page.evaluate(listSignedIn)).toEqual(['eip155'])
  await expect(modalOf(page)).toBeHidden()

  await page.locator('#disconnect').click()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Tide' }).first().click()
  await expect(modalOf(page).getByText('asks you to sign in')).toBeVisible()
})

test('cancelling a required sign-in disconnects, another account is asked for itself', async ({ page, stack }) => {
  await connect(page, stack, 'siwx=gateway')
  await sign(page)
  await expect(modalOf(page)).toBeHidden()
  await tellWallet(page, KEY, 'selectAccount', SECOND_ACCOUNT)
  await expect(modalOf(page).getByText('asks you to sign in')).toBeVisible()
  await modalOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(modalOf(page)).toBeHidden()
  await expect(page.locator('#status')).toHaveText('disconnected')
})

test('F-03: a refusal in the wallet brings the question back, and the wallet stays connected', async ({
  context,
  page,
  stack,
}) => {
  await addWallet(context, stack, { name: 'Ebb', script: { personal_sign: [no(4001, 'User rejected')] } })
  await page.goto(`${stack.pages}/plain.html?siwx=gateway`)
  await page.locator('latchkey-button').getByRole('button').click()
  await modalOf(page).getByRole('button', { name: 'Ebb' }).first().click()
  await sign(page)
  await expect(failureOf(page, 'USER_REJECTED')).toContainText('You said no in Ebb')
  // The toast, and the live region that says it aloud.
  await expect(modalOf(page).getByText('Signature declined').first()).toBeVisible()
  await expect(page.locator('#status')).toHaveText('connected')
  await modalOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(modalOf(page)).toBeHidden()
  await expect(page.locator('#heard')).toContainText('SIWX_AUTH_SUCCESS')
})

test('F-33: a verifier that knows no smart wallets is named to the visitor, and one that does lets them in', async ({
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/ERC-1271|signature/i)
  const server = { verifies: false, keeps: true }
  await serveOwn(page, server)
  await connect(page, stack, 'siwx=server')
  await sign(page)
  await expect(failureOf(page, 'SIGNATURE_UNVERIFIED')).toContainText(
    'This site could not check your smart wallet’s signature',
  )
  await expect(modalOf(page).getByRole('button', { name: 'Use another account' })).toBeVisible()
  await expect(page.locator('#heard')).toContainText('SIGNATURE_UNVERIFIED signIn final')
  await expect(page.locator('#status')).toHaveText('connected')
  server.verifies = true
  await tellWallet(page, KEY, 'selectAccount', SECOND_ACCOUNT)
  await sign(page)
  await expect(modalOf(page)).toBeHidden()
  await expect(page.locator('#heard')).toContainText('SIWX_AUTH_SUCCESS')
})

for (const [name, wrong] of [
  ['another domain', 'domain=elsewhere.example'],
  ['a domain without its port', 'domain=127.0.0.1'],
  ['a uri of another site', 'uri=https%3A%2F%2Felsewhere.example%2F'],
] as const) {
  test(`F-34: ${name} is stopped before the wallet is asked`, async ({ page, stack, troubles }) => {
    troubles.allow(/Nobody was asked to sign in/)
    await connect(page, stack, `siwx=gateway&${wrong}`)
    await expect(failureOf(page, 'SIGN_IN_DOMAIN')).toContainText(
      'The sign-in text names another site, so we stopped it',
    )
    expect(await countCalls(page, KEY, 'personal_sign')).toBe(0)
    await modalOf(page).getByRole('button', { name: 'Back' }).click()
    await expect(modalOf(page)).toBeHidden()
    await expect(page.locator('#status')).toHaveText('disconnected')
  })
}

test('F-35: a session that is not kept is asked for once more, and once it is kept nothing asks again', async ({
  page,
  stack,
  troubles,
}) => {
  troubles.allow(/kept no session/)
  const server = { verifies: true, keeps: false }
  await serveOwn(page, server)
  await connect(page, stack, 'siwx=server')
  await sign(page)
  await expect(failureOf(page, 'SIGN_IN_NOT_KEPT')).toContainText('You signed in, but this site did not keep it')
  server.keeps = true
  await modalOf(page).getByRole('button', { name: 'Sign in again' }).click()
  await expect(modalOf(page)).toBeHidden()
  expect(await countCalls(page, KEY, 'personal_sign')).toBe(2)
  await page.reload()
  await expect.poll(() => page.evaluate(listSignedIn)).toEqual(['eip155'])
  await expect(modalOf(page)).toBeHidden()
})

test('F-35: a session that is never kept is asked for twice and no more', async ({ page, stack, troubles }) => {
  troubles.allow(/kept no session/)
  await serveOwn(page, { verifies: true, keeps: false })
  await connect(page, stack, 'siwx=server')
  await sign(page)
  await modalOf(page).getByRole('button', { name: 'Sign in again' }).click()
  await expect.poll(() => countCalls(page, KEY, 'personal_sign')).toBe(2)
  await expect(modalOf(page).getByRole('button', { name: 'Sign in again' })).toBeHidden()
  await expect(page.locator('#status')).toHaveText('connected')
  expect(await countCalls(page, KEY, 'personal_sign')).toBe(2)
})

for (const [name, answer] of [
  ['500', { status: 500, json: {} }],
  ['an empty answer', { status: 200, body: '' }],
] as const) {
  test(`F-36: a nonce call that gives ${name} asks no wallet, and trying again starts there`, async ({
    page,
    stack,
    troubles,
  }) => {
    troubles.allow(/500|sign-in call/)
    await page.route('**/auth/v1/nonce**', (route) =>
      route.fulfill({
        ...answer,
        headers: { 'access-control-allow-origin': stack.pages, 'access-control-allow-credentials': 'true' },
      }),
    )
    await connect(page, stack, 'siwx=gateway')
    await expect(failureOf(page, 'SIGN_IN_SERVICE_DOWN')).toContainText('Sign-in is not available now')
    await expect(failureOf(page, 'SIGN_IN_SERVICE_DOWN')).toContainText('Your wallet stays connected.')
    expect(await countCalls(page, KEY, 'personal_sign')).toBe(0)
    await expect(page.locator('#status')).toHaveText('connected')
    await page.unroute('**/auth/v1/nonce**')
    await modalOf(page).getByRole('button', { name: 'Try again' }).click()
    await expect(modalOf(page)).toBeHidden()
  })
}

test('F-36: a nonce that never comes is given up after 10 s', async ({ page, stack }) => {
  await page.clock.install()
  await page.route('**/auth/v1/nonce**', () => new Promise(() => undefined))
  const asked = page.waitForRequest('**/auth/v1/nonce**')
  await connect(page, stack, 'siwx=gateway')
  await asked
  await page.clock.runFor(10_000)
  await expect(failureOf(page, 'SIGN_IN_SERVICE_DOWN')).toBeVisible()
  await expect(page.locator('#status')).toHaveText('connected')
})

test('F-36: a verdict that does not come keeps the wallet connected', async ({ page, stack, troubles }) => {
  troubles.allow(/503|sign-in call/)
  await page.route('**/auth/v1/authenticate**', (route) =>
    route.fulfill({
      status: 503,
      json: {},
      headers: { 'access-control-allow-origin': stack.pages, 'access-control-allow-credentials': 'true' },
    }),
  )
  await connect(page, stack, 'siwx=gateway')
  await sign(page)
  await expect(failureOf(page, 'SIGN_IN_SERVICE_DOWN')).toBeVisible()
  await expect(page.locator('#status')).toHaveText('connected')
  await page.unroute('**/auth/v1/authenticate**')
  await modalOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(modalOf(page)).toBeHidden()
})
