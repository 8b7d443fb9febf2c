import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { hasBundlerBox } from '@latchkey/testing/smartAccounts/bundlerBox.ts'
import { expect, test } from './journey.ts'

type RunningDemo = { readonly process: ChildProcess; readonly said: string; readonly addresses: readonly string[] }

/** Runs the one command of the README; resolves once it says that it is ready. */
function runDemo(): Promise<RunningDemo> {
  const process = spawn('npm', ['run', 'demo'], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      if (!said.includes('Ctrl-C ends everything')) return
      resolve({
        process,
        said,
        // Names below `localhost` are this machine to browsers alone.
        addresses: [
          ...new Set([...said.matchAll(/http:\/\/[\w.-]+:(\d+)/g)].map(([, port]) => `http://127.0.0.1:${port}`)),
        ],
      })
    }
    process.stdout.on('data', hear)
    process.stderr.on('data', hear)
    process.once('exit', (code) => reject(new Error(`The demo ended with ${code}. It said: ${said}`)))
  })
}

/** Sends a signal to everything that the command started in the terminal's group, as the terminal does. */
function signal(demo: RunningDemo, name: 'SIGINT' | 'SIGKILL'): void {
  if (demo.process.pid !== undefined) process.kill(-demo.process.pid, name)
}

const answers = (address: string): Promise<boolean> =>
  fetch(address, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  )

/** Ends a run as Ctrl-C does, and waits until nobody listens at its addresses. */
async function end(demo: RunningDemo): Promise<void> {
  const ended = new Promise((resolve) => demo.process.once('exit', resolve))
  signal(demo, 'SIGINT')
  await ended
  await waitUntilGone(demo.addresses)
}

/** Resolves once nobody listens at any of the addresses; the test's own limit ends a wait without end. */
async function waitUntilGone(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) while (await answers(address)) await pause(50)
}

test('one command runs the demo, a second run takes other ports and says so, both leave nothing behind, and after a run that was killed the next one starts and stays on its ports', async () => {
  test.setTimeout(300_000)
  const first = await runDemo()
  try {
    const second = await runDemo()
    // Site, mailbox, frame, vault, identity, wallet, gateway, provider, two chains and Solana; a bundler where it is installed.
    expect(first.addresses).toHaveLength(hasBundlerBox() ? 12 : 11)
    expect(first.said).toMatch(/Brook .* Solana/)
    expect(second.said).toMatch(/Port \d+ is in use, so \d+ was taken\./)
    expect(second.addresses.filter((address) => first.addresses.includes(address))).toEqual([])
    for (const demo of [first, second]) {
      const page = await fetch(`${demo.addresses[0]}/`)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Plant a tree')
    }
    await end(second)
  } finally {
    signal(first, 'SIGKILL')
  }
  await waitUntilGone(first.addresses)
  const next = await runDemo()
  await end(next)
  expect(next.addresses).toEqual(first.addresses)
})
