import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test'
import type { Hex } from 'viem'
import type { EmailCommand, EmailFault, EmailMail, EmailServing, EmailStack } from './emailStack.ts'
import { test as base, expect, modalOf } from './journey.ts'
import { readStack } from './stack.ts'
import { startProcess } from './startProcess.ts'

/** A person with a mailbox, and what the servers of their wallet are told by a test. */
export type Person = {
  readonly email: string
  /** The newest mail that says this, once there are so many. */
  readonly readMail: (pattern: RegExp, options?: { count?: number; to?: string }) => Promise<RegExpExecArray>
  readonly readMails: (to?: string) => Promise<readonly EmailMail[]>
}

/** The servers of e-mail wallets, as a test sees them. */
export type Servers = EmailStack & { tell(command: EmailCommand): Promise<unknown> }

const DEVICE_LINK = /http:\/\/vault\.wallet\.localhost:\d+\/device\/\S+/
const CODE = /\n(\d{3}) (\d{3})\n/

let people = 0

/** A journey with the servers of e-mail wallets, and a new person for whom nothing was counted yet. */
export const test = base.extend<
  { person: Person; servers: Servers },
  { hasSmartAccounts: boolean; emailStack: EmailStack }
>({
  hasSmartAccounts: [false, { scope: 'worker', option: true }],
  emailStack: [
    async ({ hasSmartAccounts }, use) => {
      const { pagesFolder: pages, rpc } = readStack()
      const serving: EmailServing = { pages, rpc, hasSmartAccounts }
      const { ready, stop } = await startProcess<EmailStack>('e2e/serveEmail.ts', JSON.stringify(serving))
      await use(ready)
      await stop()
    },
    { scope: 'worker', timeout: 420_000 },
  ],
  servers: [
    async ({ emailStack, context }, use) => {
      const tell = async (command: EmailCommand): Promise<unknown> => {
        const answer = await fetch(emailStack.control, { method: 'POST', body: JSON.stringify(command) })
        const { value, error } = (await answer.json()) as { value?: unknown; error?: string }
        if (error !== undefined) throw new Error(error)
        return value
      }
      await tell({ act: 'begin' })
      await use({ ...emailStack, tell })
      // What hangs would keep the browser's pages.
      void context
      await tell({ act: 'begin' })
    },
    { auto: true },
  ],
  person: async ({ servers }, use) => {
    const email = `person${++people}.${process.pid}@shop.example`
    const readMails: Person['readMails'] = async (to = email) =>
      (await servers.tell({ act: 'mails', to })) as readonly EmailMail[]
    await use({
      email,
      readMails,
      readMail: async (pattern, { count = 1, to = email } = {}) => {
        let found: readonly RegExpExecArray[] = []
        await expect(async () => {
          const mails = await readMails(to)
          found = mails.map(({ text }) => pattern.exec(text)).filter((each) => each !== null)
          expect(found.length, `mails to ${to} that say ${pattern}`).toBeGreaterThanOrEqual(count)
        }).toPass()
        return found.at(-1) as RegExpExecArray
      },
    })
  },
})

export { expect }

/** The link of the vault's newest mail. */
export async function readLink(person: Person, count = 1): Promise<string> {
  const [link] = await person.readMail(DEVICE_LINK, { count })
  return link
}

/** The six digits of the newest mail with a code. */
export async function readCode(person: Person, count = 1, to?: string): Promise<string> {
  const [, one = '', two = ''] = await person.readMail(CODE, { count, ...(to !== undefined && { to }) })
  return one + two
}

/** The frame's own document. */
export function frameOf(page: Page): FrameLocator {
  return page.frameLocator('[data-latchkey] iframe')
}

/** Opens the modal by the button of the page, once that restores nothing any more: until then a press opens nothing (A12). */
export async function openModal(page: Page): Promise<void> {
  await page.locator('latchkey-button button:not([aria-busy])').click()
}

/** Opens the page of a shop and its modal. */
export async function visit(page: Page, shop: string, query = ''): Promise<void> {
  await page.goto(`${shop}/email.html${query}`)
  await openModal(page)
}

/** Sends an address from the modal. */
export async function typeEmail(page: Page, email: string): Promise<void> {
  const field = modalOf(page).getByRole('textbox', { name: 'E-mail address' })
  await field.fill(email)
  await field.press('Enter')
}

/** Opens the link of a mail in a window of its own and presses one of its buttons. */
export async function pressLink(context: BrowserContext, link: string, name: string | RegExp): Promise<void> {
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('heading')).toHaveText(/^The device (is let in|stays out)$/)
  await page.close()
}

/** Lets the device in that waits: the mail is read in the same browser. */
export async function letIn(page: Page, person: Person, count = 1): Promise<void> {
  await expect(modalOf(page).getByText('Approve the link in your mail').first()).toBeVisible()
  await pressLink(page.context(), await readLink(person, count), 'This is me: let it in')
}

/** From the page of a shop to the field of the code, on a device that is new. Gives the code. */
export async function askCode(page: Page, person: Person, shop: string, count = 1): Promise<string> {
  await visit(page, shop)
  await typeEmail(page, person.email)
  await letIn(page, person, count)
  return readCode(person, count)
}

/** The field of the six digits. */
export function codeField(page: Page): Locator {
  return modalOf(page).getByRole('textbox', { name: '6-digit code' })
}

/** From the address to the account: a device that is new, a code that is typed. Gives the address of the wallet. */
export async function logIn(page: Page, person: Person): Promise<string> {
  const [links, codes] = await countMails(person)
  await typeEmail(page, person.email)
  await letIn(page, person, links + 1)
  await codeField(page).pressSequentially(await readCode(person, codes + 1))
  return readAddress(page)
}

/** Logs out by the button of the page, and opens the modal once another mail may be asked for. */
export async function logOut(page: Page, servers: Servers): Promise<void> {
  await page.locator('#disconnect').click()
  await expect(page.locator('#status')).toHaveText('disconnected')
  await page.keyboard.press('Escape')
  await expect(modalOf(page)).toBeHidden()
  await endRest(page, servers)
  await openModal(page)
}

/** From the page to one of the rows of the wallet that its frame answers. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await openModal(page)
  await modalOf(page).locator('[data-focus-key="settings"]').click()
  await modalOf(page).getByRole('button', { name }).click()
}

/** Presses what wants a fresh code in the frame, and types it there. */
export async function typeFreshCode(page: Page, person: Person, press: () => Promise<void>): Promise<void> {
  const [, codes] = await countMails(person)
  await press()
  await frameOf(page)
    .getByLabel('Code of 6 digits')
    .fill(await readCode(person, codes + 1))
  await frameOf(page).getByRole('button', { name: 'Continue' }).click()
}

/** How many links of devices and how many codes were mailed so far. */
export async function countMails(person: Person): Promise<readonly [number, number]> {
  const mails = await person.readMails()
  const count = (pattern: RegExp) => mails.filter(({ text }) => pattern.test(text)).length
  return [count(DEVICE_LINK), count(CODE)]
}

/** The address that the page has, once it is connected. */
export async function readAddress(page: Page): Promise<string> {
  await expect(page.locator('#status')).toHaveText('connected')
  return page.locator('#address').innerText()
}

/** The button that signs or approves what the frame shows, once it is armed. */
export function armed(page: Page): Locator {
  return frameOf(page).locator('.approve-decision button:not([aria-disabled])', {
    hasText: /^(Sign|Approve|Hold to approve)$/,
  })
}

/** Signs or approves what the frame shows: once it is armed, and held where the browser cannot tell what covers it. */
export async function approve(page: Page): Promise<void> {
  const press = armed(page)
  await press.click({ delay: (await press.innerText()) === 'Hold to approve' ? 900 : 0 })
}

/** Signs the page's text by its button, as the frame asks. Gives the signature. */
export async function sign(page: Page): Promise<Hex> {
  await page.locator('#sign').click()
  await approve(page)
  await expect(page.locator('#result')).toHaveText(/^0x[\da-f]{130,}$/)
  return (await page.locator('#result').innerText()) as Hex
}

/** The rest between two mails is over: for the page, whose clock jumps, and for the servers, which forget what they counted. Called while no frame loads: the wait for it would be over too. */
export async function endRest(page: Page, servers: Servers): Promise<void> {
  await servers.tell({ act: 'forgetLimits' })
  await page.clock.fastForward(31_000)
}

/** Lets calls fail from now on. */
export async function fail(servers: Servers, ...faults: readonly EmailFault[]): Promise<void> {
  await servers.tell({ act: 'fail', faults })
}
