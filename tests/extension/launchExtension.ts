import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { findBrowser } from '../../scripts/browser.ts'
import { buildExtension } from './buildExtension.ts'
import type { WalletConfig } from './src/messages.ts'

/** A Chromium with the wallet in it, and the owner's hand. */
export type ExtensionBrowser = {
  readonly context: BrowserContext
  readonly extensionId: string
  /** Waits for the wallet's window and approves; gives the text it showed. */
  approve(): Promise<string>
  /** Waits for the wallet's window and rejects. */
  reject(): Promise<void>
  /** Waits for the wallet's window and closes it without an answer. */
  dismiss(): Promise<void>
  /** How many of the wallet's windows are open. */
  countQuestions(): number
  /** Does something on the wallet's own settings page and closes it. */
  inSettings(act: (page: Page) => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/** Starts a Chromium with the wallet loaded. Only browsers whose `extensions` is true can; see `scripts/browser.ts`. */
export async function launchExtension(config: Partial<WalletConfig> = {}): Promise<ExtensionBrowser> {
  const browser = findBrowser()
  if (!browser.extensions) throw new Error('This Chromium is a headless shell, which loads no extension.')
  const folder = await buildExtension(config)
  const profile = mkdtempSync(join(tmpdir(), 'latchkey-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    headless: true,
    // Without a channel, Playwright looks for its own headless shell beside the path.
    channel: 'chromium',
    executablePath: browser.path,
    env: { ...(process.env as Record<string, string>), ...browser.env },
    args: [
      ...browser.args,
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
      // Nothing outside this machine is looked up.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
  const [running] = context.serviceWorkers()
  const worker = running ?? (await context.waitForEvent('serviceworker'))
  const extensionId = new URL(worker.url()).host

  const isQuestion = (page: Page) => page.url().includes(`${extensionId}/approve.html`)
  async function waitForQuestion(): Promise<Page> {
    const open = context.pages().find(isQuestion)
    const page = open ?? (await context.waitForEvent('page', isQuestion))
    await page.locator('#approve:enabled').waitFor()
    return page
  }
  async function click(name: string): Promise<string> {
    const page = await waitForQuestion()
    const text = await page.locator('pre').innerText()
    // The window closes under the click, which Playwright takes for a failed one; that it closes is what counts.
    await Promise.all([
      page.waitForEvent('close'),
      page
        .locator(name)
        .click()
        .catch(() => undefined),
    ])
    return text
  }

  return {
    context,
    extensionId,
    approve: () => click('#approve'),
    reject: async () => void (await click('#reject')),
    dismiss: async () => (await waitForQuestion()).close(),
    countQuestions: () => context.pages().filter(isQuestion).length,
    async inSettings(act) {
      const page = await context.newPage()
      await page.goto(`chrome-extension://${extensionId}/settings.html`)
      await page.locator('body[data-ready]').waitFor()
      await act(page)
      await page.close()
    },
    async close() {
      await context.close()
      for (const path of [folder, profile]) rmSync(path, { recursive: true, force: true })
    },
  }
}
