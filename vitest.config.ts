import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from './scripts/browser.ts'

const browser = findBrowser()

export default defineConfig({
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source', 'node', 'import', 'module', 'default'] } },
  test: {
    // On a busy machine a test may lose a race once; it is tried again, and the report says which.
    retry: process.env.CI ? 1 : 0,
    // Much of the time tests wait for a server or a database, so two at once is not too many for two cores.
    maxWorkers: 2,
    // What is waited for comes in milliseconds, but on a busy machine nobody knows in how many.
    expect: { poll: { timeout: 15_000 } },
    // A foreign client that is busy while it starts deals with an end of a session twice, and fails the second time in nobody's hands.
    onUnhandledError: ({ message, stack }) =>
      !(message.includes('Record was recently deleted') && stack?.includes('tests/interop/node_modules/')),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.browser.test.*', '**/node_modules/**', '**/dist/**'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'interop',
          include: ['tests/interop/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // The foreign clients share one core in a process unless they are told not to.
          env: { DISABLE_GLOBAL_CORE: 'true' },
        },
      },
      {
        extends: true,
        test: {
          name: 'adapters',
          include: ['tests/adapters/**/*.test.ts', 'tests/adapters/**/*.test.tsx'],
          exclude: ['**/*.browser.test.*', '**/node_modules/**'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'examples',
          include: ['tests/examples/**/*.test.ts'],
          environment: 'node',
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'browser',
          include: ['packages/*/src/**/*.browser.test.{ts,tsx}', 'apps/*/**/*.browser.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: browser.path,
                args: [...browser.args],
                env: { ...(process.env as Record<string, string>), ...browser.env },
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
