import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig, startGateway } from '@latchkey/server'
import { installRuntime, loadRuntime } from '@latchkey/testing/solana/loadRuntime.ts'
import { createSolanaKey } from '@latchkey/testing/solana/values.ts'
import { createKeys } from '@latchkey/wallet/rules/keys.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSolanaSeed } from './accounts.ts'
import { describeSolana } from './describeSolana.ts'
import { type DemoSolana, startSolana } from './startSolana.ts'

const ORIGIN = 'http://127.0.0.1:4500'
const visitor = createSolanaKey(getSolanaSeed(0)).address
const friend = createSolanaKey(getSolanaSeed(1)).address

let solana: DemoSolana
let gateway: Awaited<ReturnType<typeof startGateway>>
const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-solana-'))

beforeAll(async () => {
  const runtime = await installRuntime(60_000)
  if (runtime === undefined) throw new Error('npm ci --prefix tests/solana')
  solana = await startSolana(runtime, 0)
  const { chain, prices } = describeSolana(solana)
  gateway = await startGateway({
    config: parseConfig({
      host: '127.0.0.1',
      port: 0,
      dataDir,
      logLevel: 'silent',
      projects: [{ id: 'hollowpine', name: 'Hollowpine', origins: [ORIGIN] }],
      chains: [chain],
      prices: [{ kind: 'table', prices }],
    }),
  })
})
afterAll(async () => {
  await Promise.all([gateway?.close(), solana?.chain.stop()])
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask(path: string): Promise<unknown> {
  const response = await fetch(`${gateway.url}${path}&projectId=hollowpine`, { headers: { origin: ORIGIN } })
  expect(response.status).toBe(200)
  return response.json()
}

test('a platform that the runtime has no package for has no Solana, and nothing fails', () => {
  expect(loadRuntime('aix', 'ppc64')).toBeUndefined()
})

test('the demo wallet in the page and the one that is a page of its own have the same Solana accounts', () => {
  const keys = createKeys()
  expect([visitor, friend]).toEqual([keys.getSolana(0).address, keys.getSolana(1).address])
})

test('the gateway tells SOL and tokens of both programs, with names and worth', async () => {
  const { balances } = (await ask(`/v1/account/${visitor}/balance?currency=usd&chainId=solana:${solana.id}`)) as {
    balances: readonly { symbol: string; name: string; price: number; quantity: { numeric: string } }[]
  }
  const told = balances.map(({ symbol, name, price, quantity }) => [symbol, name, price, quantity.numeric])
  expect(told).toHaveLength(3)
  expect(told).toContainEqual(['CONE', 'Cone', 0.4, '90'])
  expect(told).toContainEqual(['RESIN', 'Resin', 1.2, '250'])
  const [coin] = balances.filter(({ symbol }) => symbol === 'SOL')
  expect(coin?.price).toBe(142)
  // Four came, a quarter went, a tenth came back; fees and the rent of one account are gone.
  expect(Number(coin?.quantity.numeric)).toBeGreaterThan(3.84)
  expect(Number(coin?.quantity.numeric)).toBeLessThan(3.85)
})

test('its history spans two weeks, newest first, with what came and went of coins and tokens', async () => {
  const { data } = (await ask(`/v1/account/${visitor}/history?chainId=solana:${solana.id}`)) as {
    data: readonly {
      metadata: { operationType: string; minedAt: string; status: string }
      transfers: readonly { direction: string; fungible_info?: { symbol: string }; quantity: { numeric: string } }[]
    }[]
  }
  const told = data.map(({ metadata, transfers }) => [
    metadata.operationType,
    ...transfers.map((each) => `${each.direction} ${each.quantity.numeric} ${each.fungible_info?.symbol}`),
  ])
  expect(told.slice(0, 4)).toEqual([
    ['receive', 'in 0.1 SOL'],
    ['send', 'out 6 CONE', 'out 0.00203928 SOL'],
    ['send', 'out 0.25 SOL'],
    ['receive', 'in 4 SOL'],
  ])
  expect(told.flat()).toEqual(expect.arrayContaining(['in 96 CONE', 'in 250 RESIN']))
  const times = data.map(({ metadata }) => Date.parse(metadata.minedAt))
  expect(times).toEqual([...times].sort((a, b) => b - a))
  expect(Date.now() - (times.at(-1) ?? 0)).toBeGreaterThan(13 * 86_400_000)
})
