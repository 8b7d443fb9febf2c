import type { Hex } from 'viem'
import { generatePrivateKey, type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../testing/src/anvil.ts'
import { placeRegistries, type Registries } from '../../../testing/src/farcaster/placeRegistries.ts'
import { checkFarcaster } from './checkFarcaster.ts'

const HOST = 'https://shop.example'
const NONCE = 'a'.repeat(64)
const now = Date.UTC(2026, 5, 1)
const newAccount = () => privateKeyToAccount(generatePrivateKey())

const custody = newAccount()
const added = newAccount()
const removed = newAccount()
const otherKind = newAccount()
let chain: Anvil
let elsewhere: Anvil
let registries: Registries
let fid = 0n

beforeAll(async () => {
  chain = await startAnvil({ chainId: 10 })
  elsewhere = await startAnvil()
  registries = await placeRegistries(chain.url, newAccount())
  await registries.register(newAccount())
  fid = await registries.register(custody)
  await registries.addKey(fid, added.address)
  await registries.addKey(fid, removed.address, { state: 2 })
  await registries.addKey(fid, otherKind.address, { keyType: 1 })
})
afterAll(async () => {
  await chain?.stop()
  await elsewhere?.stop()
})

async function check(
  account: LocalAccount,
  changes: Partial<SiweMessage> = {},
  parameters: Partial<Parameters<typeof checkFarcaster>[0]> = {},
) {
  const message = createSiweMessage({
    domain: 'shop.example',
    address: account.address,
    statement: 'Farcaster Auth',
    uri: HOST,
    version: '1',
    chainId: 10,
    nonce: NONCE,
    issuedAt: new Date(now),
    expirationTime: new Date(now + 600_000),
    resources: [`farcaster://fid/${fid}`],
    ...changes,
  })
  const signature = await account.signMessage({ message })
  return checkFarcaster({ message, signature, host: HOST, nonce: NONCE, rpcUrl: chain.url, now, ...parameters })
}

test('SEC-71: whoever holds an account is it, and so is an address that the account added to sign in', async () => {
  expect(await check(custody)).toBe(String(fid))
  expect(await check(custody, { statement: 'Farcaster Connect' })).toBe(String(fid))
  expect(await check(added)).toBe(String(fid))
})

test('SEC-71: nobody else is, whatever they sign', async () => {
  expect(await check(newAccount())).toBeUndefined()
  expect(await check(removed)).toBeUndefined()
  expect(await check(otherKind)).toBeUndefined()
  const signature = (await newAccount().signMessage({ message: 'another text' })) as Hex
  expect(await check(custody, {}, { signature })).toBeUndefined()
  expect(await check(custody, {}, { signature: 'no signature' })).toBeUndefined()
  expect(await check(custody, {}, { message: 'no such text' })).toBeUndefined()
})

test('SEC-71: a text for another page, nonce, account, chain or time is refused, also its uri, which others leave unchecked', async () => {
  const wrong: readonly Partial<SiweMessage>[] = [
    { domain: 'evil.example' },
    { uri: 'https://evil.example' },
    { uri: `${HOST}/elsewhere` },
    { nonce: 'b'.repeat(64) },
    { chainId: 1 },
    { statement: 'I send all my coins' },
    { statement: undefined },
    { resources: [`farcaster://fid/${fid - 1n}`] },
    { resources: [`farcaster://fid/${fid}`, `farcaster://fid/${fid - 1n}`] },
    { resources: [`farcaster://fid/${fid}`, 'https://evil.example/'] },
    { resources: [`farcaster://fid/0${fid}`] },
    { resources: [] },
    { issuedAt: new Date(now - 601_000) },
    { issuedAt: new Date(now + 120_000) },
    { expirationTime: new Date(now - 1_000) },
    { notBefore: new Date(now + 120_000) },
    { scheme: 'http' },
  ]
  for (const changes of wrong) expect([changes, await check(custody, changes)]).toEqual([changes, undefined])
})

test('a node that is away, or of another chain, says nothing about anybody', async () => {
  await expect(check(custody, {}, { rpcUrl: elsewhere.url })).rejects.toMatchObject({ name: 'FarcasterAwayError' })
  const { url } = elsewhere
  await elsewhere.stop()
  await expect(check(custody, {}, { rpcUrl: url })).rejects.toMatchObject({ name: 'FarcasterAwayError' })
})
