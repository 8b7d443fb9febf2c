import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from './scripts/browser.ts'
import { LongFirst } from './scripts/longFirst.ts'

const browser = findBrowser()

/** The sources of our packages, by the condition that a site's bundler sets. */
const resolveUnder = (condition: 'development' | 'production') => {
  const conditions = ['@latchkey/source', condition]
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions: [...conditions, 'node', 'import', 'module', 'default'] } },
  }
}

export default defineConfig({
  test: {
    // A test that fails now and then is one to mend.
    retry: 0,
    sequence: { sequencer: LongFirst },
    // Much of the time tests wait for a server or a database, so two at once is not too many for two cores.
    maxWorkers: 2,
    // What is waited for comes in milliseconds, but on a busy machine nobody knows in how many.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: [resolve(import.meta.dirname, 'packages/testing/src/waitPatiently.ts')],
    // A foreign client that is busy while it starts deals with an end of a session twice, and no promise that a test holds fails the second time.
    onUnhandledError: ({ message, stack }) =>
      !(message.includes('Record was recently deleted') && stack?.includes('tests/interop/node_modules/')),
    projects: [
      {
        extends: true,
        ...resolveUnder('development'),
        test: {
          name: 'node',
          // No module of ours has state, so files share a process: half the CPU time.
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'apps/*/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.browser.test.*', '**/node_modules/**', '**/dist/**'],
          environment: 'node',
          // What a busy machine does in a minute is no failure; what hangs ends all the same.
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        ...resolveUnder('production'),
        test: {
          name: 'production',
          isolate: false,
          // What reads options, and what stands on it; the checks of development builds have tests of their own.
          include: [
            'packages/latchkey/src/core/*.test.ts',
            'packages/latchkey/src/core/{flow,kernel,roof,values,ways}/**/*.test.ts',
          ],
          exclude: ['**/*.browser.test.*', '**/node_modules/**'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        ...resolveUnder('development'),
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
        ...resolveUnder('development'),
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
        ...resolveUnder('development'),
        test: {
          name: 'bundler',
          include: ['tests/bundler/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        ...resolveUnder('development'),
        test: {
          name: 'examples',
          include: ['tests/examples/**/*.test.ts'],
          environment: 'node',
          // Most of these tests run a bundler and then a browser; next to other work a build takes minutes.
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        ...resolveUnder('development'),
        test: {
          name: 'faults',
          isolate: false,
          include: ['tests/faults/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        ...resolveUnder('development'),
        test: {
          name: 'attack',
          include: ['tests/attack/**/*.test.ts'],
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        ...resolveUnder('development'),
        plugins: [react()],
        test: {
          name: 'browser',
          include: ['packages/*/src/**/*.browser.test.{ts,tsx}', 'apps/*/**/*.browser.test.{ts,tsx}'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: browser.shell,
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
