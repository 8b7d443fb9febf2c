import { defineConfig } from '@playwright/test'
import { findBrowser, findOtherBrowsers, OFF } from './scripts/browser.ts'

const browser = findBrowser()
const others = findOtherBrowsers()
// Where one of them is not installed, `npm test` says so.
const walks = (['Firefox', 'WebKit'] as const).filter((name) => others[name] !== undefined)

/** Journeys that need the browser around a page: its windows and tabs, its extensions, the links that it hands to other programs. */
const WITH_WINDOWS = [
  'e2e/{backForward,baseAccount,connect,demo,extension,hostPage,phoneLinks,several}.spec.ts',
  'tests/extension/*.spec.ts',
]

/** Journeys on several sites, whose frames have a storage for each site around them, as in visitors' browsers (SEC-135). */
const WITH_PARTITIONS = ['e2e/email*.spec.ts']

const ownHosts = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost'

/** These visitors have asked for less motion, those of journeys with windows have not. To paint it takes a quarter of a journey. */
const contextOptions = { reducedMotion: 'reduce' } as const

const launchOptions = {
  executablePath: browser.path,
  args: [...browser.args, ownHosts],
  env: { ...(process.env as Record<string, string>), ...browser.env },
}

export default defineConfig<object, { engine: 'Firefox' | 'WebKit' }>({
  testDir: '.',
  projects: [
    { name: 'Chromium', testMatch: WITH_WINDOWS },
    {
      name: 'Chromium without windows',
      testMatch: 'e2e/*.spec.ts',
      testIgnore: [...WITH_WINDOWS, ...WITH_PARTITIONS],
      use: {
        launchOptions: { ...launchOptions, executablePath: browser.shell },
        contextOptions,
      },
    },
    {
      name: 'Chromium with partitions',
      testMatch: WITH_PARTITIONS,
      use: {
        contextOptions,
        launchOptions: {
          ...launchOptions,
          executablePath: browser.shell,
          // Chromium heeds the last list of features alone.
          args: [
            ...launchOptions.args,
            `--disable-features=${OFF.filter((name) => name !== 'ThirdPartyStoragePartitioning').join(',')}`,
          ],
        },
      },
    },
    ...walks.map((name) => ({ name, testMatch: 'e2e/browsers/*.spec.ts', use: { engine: name } })),
  ],
  globalSetup: './e2e/globalSetup.ts',
  // Each with a stack of its own (e2e/globalSetup.ts). One of them waits for a page while the other one computes.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A journey that fails now and then is one to mend.
  retries: 0,
  // Every wait has a limit of its own; a whole journey on a busy machine takes as long as it takes.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 1200, height: 800 },
    locale: 'en-GB',
    // A record of every step costs a fifth of the time; a run of one journey with `--trace on` makes it.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
