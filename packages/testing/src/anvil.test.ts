import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startAnvil } from './anvil.ts'

async function askChainId(url: string): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await answer.json()) as { result?: unknown }).result
}

/** Resolves once nobody listens any more; the test's own limit ends a wait without end. */
async function waitUntilGone(url: string): Promise<void> {
  while (
    await askChainId(url).then(
      () => true,
      () => false,
    )
  )
    await pause(20)
}

test('a started chain answers with the asked chain id, and is gone once stopped', async () => {
  const chain = await startAnvil({ chainId: 4_242 })
  expect(await askChainId(chain.url)).toBe('0x1092')
  await chain.stop()
  await expect(askChainId(chain.url)).rejects.toThrow()
})

test('a chain dies with the process that started it, even when that one is killed', async () => {
  const script = `import { startAnvil } from ${JSON.stringify(new URL('./anvil.ts', import.meta.url).href)}
    startAnvil().then(({ url }) => process.stdout.write(url))
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
  const url = await new Promise<string>((resolve, reject) => {
    parent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    parent.once('exit', () => reject(new Error('ended before its chain was ready')))
  })
  expect(await askChainId(url)).toBe('0x7a69')
  parent.kill('SIGKILL')
  await waitUntilGone(url)
})

test('a port in use is told, not waited for', async () => {
  const chain = await startAnvil()
  await expect(startAnvil({ port: chain.port })).rejects.toThrow('anvil ended before it listened')
  await chain.stop()
})
