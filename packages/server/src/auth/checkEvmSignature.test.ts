import { formatSignInMessage } from '@latchkey/wire'
import {
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  keccak256,
  type LocalAccount,
  serializeErc6492Signature,
  stringToBytes,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../testing/src/anvil.ts'
import { readReceipt } from '../../../testing/src/readReceipt.ts'
import { VERIFY_GAS_LIMIT } from './checkEvmSignature.ts'
import { createContractAccount, DEPLOYER, deployCode } from './testAccounts.ts'
import { verifySignIn } from './verifySignIn.ts'

const ORIGIN = 'https://shop.example'
const NONCE = '0123456789abcdef01234567'
const NOW = Date.UTC(2026, 0, 1)
/** Keys of anvil's mnemonic: they hold ether. */
const rich = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const owner = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const stranger = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a')
const upgraded = privateKeyToAccount('0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6')
const deployed = createContractAccount(owner.address)
const undeployed = createContractAccount(owner.address, 1)

let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil()
  const wallet = createWalletClient({ account: rich, chain: foundry, transport: http(chain.url) })
  const reader = createPublicClient({ chain: foundry, transport: http(chain.url) })
  const send = async (request: Parameters<typeof wallet.sendTransaction>[0]) =>
    readReceipt(reader, await wallet.sendTransaction(request))
  await send({ to: DEPLOYER, data: deployed.deployment })
  const owner7702 = createWalletClient({ account: upgraded, chain: foundry, transport: http(chain.url) })
  const authorization = await owner7702.signAuthorization({ contractAddress: deployed.address, executor: rich })
  await send({ to: upgraded.address, authorizationList: [authorization] })
})
afterAll(() => chain?.stop())

function write(address: string): string {
  return formatSignInMessage({
    domain: 'shop.example',
    address,
    uri: `${ORIGIN}/`,
    version: '1',
    networkId: 'eip155:31337',
    nonce: NONCE,
    issuedAt: new Date(NOW).toISOString(),
    expirationTime: new Date(NOW + 3_600_000).toISOString(),
  })
}

/** Signs the message of an address with a key, and verifies it through a node whose calls are noted. */
async function signIn(address: Hex, key: LocalAccount, options: { wrap?: (signature: Hex) => Hex } = {}) {
  const message = write(address)
  const signature = await key.signMessage({ message })
  return verify(message, options.wrap?.(signature) ?? signature)
}

async function verify(message: string, signature: string, rpcUrl: string | undefined = chain.url) {
  const calls: { method: string; params: readonly [{ gas?: string }?] }[] = []
  const verdict = await verifySignIn({
    message,
    signature,
    origin: ORIGIN,
    nonce: NONCE,
    now: NOW,
    rpcUrls: { 'eip155:31337': rpcUrl },
    fetch: async (url, init) => {
      calls.push(JSON.parse(String(init?.body)))
      return fetch(url, init)
    },
  })
  return { verdict, calls, methods: calls.map(({ method }) => method) }
}

const wrap6492 = (signature: Hex) =>
  serializeErc6492Signature({ address: DEPLOYER, data: undeployed.deployment, signature })

describe('SEC-115: on a real chain', () => {
  test('a key signs in, and no node is asked for it', async () => {
    const { verdict, methods } = await signIn(owner.address, owner)
    expect(verdict).toMatchObject({ ok: true, fields: { address: owner.address, networkId: 'eip155:31337' } })
    expect(methods).toEqual([])
  })

  test('a deployed contract account signs in by ERC-1271 (F-33)', async () => {
    expect((await signIn(deployed.address, owner)).verdict).toMatchObject({ ok: true })
  })

  test('a contract account that is not deployed yet signs in by ERC-6492 (F-33)', async () => {
    expect((await signIn(undeployed.address, owner, { wrap: wrap6492 })).verdict).toMatchObject({ ok: true })
  })

  test('a key with code (EIP-7702) signs in by its own signature and by that of its code', async () => {
    expect((await signIn(upgraded.address, upgraded)).verdict).toMatchObject({ ok: true })
    expect((await signIn(upgraded.address, owner)).verdict).toMatchObject({ ok: true })
  })

  test('the key of a stranger signs in to none of them', async () => {
    for (const { verdict } of [
      await signIn(owner.address, stranger),
      await signIn(deployed.address, stranger),
      await signIn(undeployed.address, stranger, { wrap: wrap6492 }),
      await signIn(upgraded.address, stranger),
    ]) {
      expect(verdict).toMatchObject({ ok: false, code: 'SIGNATURE_REFUSED' })
    }
  })

  test('a deployment that makes another account than the one of the message is refused', async () => {
    const other = createContractAccount(stranger.address, 2)
    const wrap = (signature: Hex) => serializeErc6492Signature({ address: DEPLOYER, data: other.deployment, signature })
    expect((await signIn(undeployed.address, stranger, { wrap })).verdict).toMatchObject({ ok: false })
  })

  test('only reads are made, each with its gas capped, and nothing is deployed by them', async () => {
    const reader = createPublicClient({ chain: foundry, transport: http(chain.url) })
    const before = await reader.getBlockNumber()
    const { calls, methods } = await signIn(undeployed.address, owner, { wrap: wrap6492 })
    expect(methods.length).toBeGreaterThan(0)
    expect(methods.filter((method) => !['eth_call', 'eth_getCode'].includes(method))).toEqual([])
    for (const { method, params } of calls) {
      if (method === 'eth_call') expect(BigInt(params[0]?.gas ?? 0)).toBe(VERIFY_GAS_LIMIT)
    }
    expect(await reader.getBlockNumber()).toBe(before)
    expect(await reader.getCode({ address: undeployed.address })).toBeUndefined()
  })

  test('a contract that burns all gas, that reverts, or that says yes to nothing is a refusal', async () => {
    const wallet = createWalletClient({ account: rich, chain: foundry, transport: http(chain.url) })
    const reader = createPublicClient({ chain: foundry, transport: http(chain.url) })
    for (const code of ['0x5b600056', '0x60006000fd', '0x00'] as const) {
      const hash = await wallet.sendTransaction({ data: deployCode(code) })
      const { contractAddress } = await readReceipt(reader, hash)
      const { verdict } = await signIn(contractAddress as Hex, owner)
      expect(verdict).toMatchObject({ ok: false, code: 'SIGNATURE_REFUSED' })
    }
  })

  test('a node that cannot be reached is an outage and not a refusal', async () => {
    const message = write(deployed.address)
    const signature = await owner.signMessage({ message })
    const { verdict } = await verify(message, signature, 'http://127.0.0.1:9')
    expect(verdict).toMatchObject({ ok: false, code: 'UPSTREAM_UNAVAILABLE' })
  })

  test.each([
    '',
    '0x',
    '0x1',
    'no hex',
    '0x00',
    `0x${'00'.repeat(65)}`,
    `0x${'ff'.repeat(65)}`,
    `0x${'11'.repeat(5000)}`,
  ])('what is no signature (%#) is a refusal', async (signature) => {
    const { verdict } = await verify(write(deployed.address), signature)
    expect(verdict).toMatchObject({ ok: false, code: 'SIGNATURE_REFUSED' })
  })

  test('a signature of the bare hash, without the prefix of EIP-191, is refused', async () => {
    const message = write(owner.address)
    const signature = await owner.sign({ hash: keccak256(stringToBytes(message)) })
    expect((await verify(message, signature)).verdict).toMatchObject({ code: 'SIGNATURE_REFUSED' })
  })
})
