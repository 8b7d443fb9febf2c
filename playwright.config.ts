import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'

const browser = findBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: ['e2e/**/*.spec.ts', 'tests/extension/*.spec.ts'],
  globalSetup: './e2e/globalSetup.ts',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // Once more on a shared CI machine; the report calls such a journey flaky, and it is one to mend.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 1200, height: 800 },
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: browser.path,
      args: [...browser.args, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
      env: { ...(process.env as Record<string, string>), ...browser.env },
    },
  },
})
