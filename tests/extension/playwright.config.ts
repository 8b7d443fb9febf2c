import { defineConfig } from '@playwright/test'

/** The extension wallet by itself, without the demo: `npx playwright test -c tests/extension`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  reporter: [['list']],
  outputDir: '../../test-results/extension',
})
