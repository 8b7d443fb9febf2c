/** What a site and others may do, told and ended, on a real chain; the gateway answers what a test says. */
import { createFakeServices, createTestLatchkey, type FakeGateway } from '@latchkey/testing'
import type { ApprovalItem } from '@latchkey/wire/approvals'
import {
  type Abi,
  type Address,
  concat,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import artifacts from '../../../../../../apps/demo/contracts/artifacts.json' with { type: 'json' }
import { type Anvil, startAnvil } from '../../../../../testing/src/anvil.ts'
import { createManualClock } from '../../../../../testing/src/createManualClock.ts'
import { allowancesAbi, PERMIT2_ADDRESS, placePermit2 } from '../../../../../testing/src/permit2/placePermit2.ts'
import { readReceipt } from '../../../../../testing/src/readReceipt.ts'
import * as actions from '../../../actions/index.ts'
import { universal } from '../../../adapters/universal/index.ts'
import { createScriptedWallet, drill } from '../../../testing/index.ts'
import { LatchkeyError } from '../../errors/LatchkeyError.ts'
import type { Latchkey } from '../../types/latchkey.ts'
import { loadPermissions } from './fetchPermissions.ts'
import { isBait, mayJoin, sumRisk, toRevokeCall } from './rules.ts'
import { type Approval, type Permission, permissionsOf } from './state.ts'

const VISITOR = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const me = privateKeyToAccount(VISITOR)
const at = (digit: string): Address => `0x${digit.repeat(40)}`
const [SHOP, THIEF, LIAR] = [at('b'), at('c'), at('4')]
const MAX = 2n ** 256n - 1n
const nftAbi = parseAbi([
  'function isApprovedForAll(address,address) view returns (bool)',
  'function getApproved(uint256) view returns (address)',
])

let chain: Anvil
let dollar: Address
let keepsakes: Address
const reader = () => createPublicClient({ transport: http(chain.url) })
const wallet = () => createWalletClient({ account: me, transport: http(chain.url) })
type Contract = keyof typeof artifacts.contracts

beforeAll(async () => {
  chain = await startAnvil()
  await placePermit2(chain.url)
  dollar = await deploy('DemoToken', ['Demo Dollar', 'dUSD', 6, 10n ** 12n])
  keepsakes = await deploy('Keepsakes', ['Keepsakes', 'KEEP'])
  await write(keepsakes, 'Keepsakes', 'mint', [me.address, 'data:,'])
  // Says 1 to whatever it is asked, and takes whatever it is told.
  await createTestClient({ mode: 'anvil', transport: http(chain.url) }).setCode({
    address: LIAR,
    bytecode: concat(['0x7f', toHex(1, { size: 32 }), '0x5f5260205ff3']),
  })
})
afterAll(() => chain?.stop())

async function deploy(name: Contract, args: readonly unknown[]): Promise<Address> {
  const { abi, bytecode } = artifacts.contracts[name]
  const hash = await wallet().deployContract({ abi: abi as Abi, bytecode: bytecode as Hex, args, chain: null })
  const { contractAddress } = await readReceipt(reader(), hash)
  if (!contractAddress) throw new Error('nothing was deployed')
  return contractAddress
}

async function write(
  address: Address,
  of: Contract | Abi,
  functionName: string,
  args: readonly unknown[],
): Promise<void> {
  const abi = typeof of === 'string' ? (artifacts.contracts[of].abi as Abi) : of
  await readReceipt(reader(), await wallet().writeContract({ address, abi, functionName, args, chain: null }))
}

const allowanceOf = (spender: Address, token = dollar) =>
  reader().readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args: [me.address, spender] })

/** An approval as the gateway tells it. */
const item = (more: Partial<ApprovalItem> = {}): ApprovalItem => ({
  kind: 'allowance',
  chainId: `eip155:${chain.chainId}`,
  contract: dollar,
  spender: SHOP,
  tokenId: null,
  amount: String(MAX),
  isUnlimited: true,
  expiresAt: null,
  held: '1000',
  value: 10,
  name: 'Demo Dollar',
  symbol: 'dUSD',
  decimals: 6,
  iconUrl: '',
  trust: 'listed',
  imitates: null,
  ...more,
})

const CLOCK = {
  ...createManualClock(),
  now: () => Date.now(),
  after: (delayMs: number, run: () => void) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

const opened: Latchkey[] = []
afterEach(() => {
  for (const latchkey of opened.splice(0)) latchkey.destroy()
})

/** A site with the visitor's wallet connected. */
async function open(
  items: readonly ApprovalItem[] | (() => readonly ApprovalItem[]),
  more: {
    approve?: Parameters<typeof createScriptedWallet>[0]['approve']
    script?: Parameters<typeof createScriptedWallet>[0]['script']
    gateway?: FakeGateway
    answers?: Readonly<Record<string, (params: readonly unknown[]) => Promise<unknown>>>
  } = {},
) {
  const walletWindow = new EventTarget()
  const gateway = more.gateway ?? {
    getApprovals: () => ({ data: typeof items === 'function' ? items() : items, unavailable: [], incomplete: [] }),
  }
  // The chain is real, and so is the time in which it mines.
  const services = { ...createFakeServices({ walletWindow, fetch, gateway }), fetch, clock: CLOCK }
  const made = createTestLatchkey({
    services,
    options: {
      gatewayUrl: 'https://gateway.test',
      projectId: 'shop',
      adapters: [universal()],
      networks: [
        {
          id: chain.chainId,
          name: 'Slope',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [chain.url] } },
        },
      ],
    },
  })
  const scripted = createScriptedWallet({
    name: 'Drill',
    rdns: 'dev.drill',
    privateKey: VISITOR,
    rpcUrl: chain.url,
    chainId: chain.chainId,
    approve: more.approve,
    script: more.script,
  })
  const { request } = scripted.provider
  scripted.provider.request = async (call) => {
    const answer = more.answers?.[call.method]
    return answer ? answer((call.params ?? []) as readonly unknown[]) : request(call)
  }
  scripted.announce(walletWindow)
  await made.latchkey.connect({ connectorId: 'dev.drill' })
  opened.push(made.latchkey)
  return { ...made, services, wallet: scripted }
}

const isApproval = (permission: Permission): permission is Approval => 'contract' in permission

beforeEach(async () => {
  await write(dollar, 'DemoToken', 'approve', [SHOP, MAX])
})

describe('what is told', () => {
  test('the connected wallet first, then approvals as the gateway tells them, with 2^256-1 to the last digit', async () => {
    const { latchkey } = await open([item()])
    const { permissions, approvals } = await actions.fetchPermissions(latchkey)
    expect(approvals).toBe('read')
    expect(permissions).toMatchObject([
      { kind: 'connection', walletName: 'Drill', addresses: [me.address], methods: undefined },
      { kind: 'allowance', contract: dollar.toLowerCase(), spender: SHOP, amount: MAX, isUnlimited: true, value: 10 },
    ])
  })

  test('a gateway that fails, or is none, is said, and what this site may do stands all the same', async () => {
    const failing = await open([], {
      gateway: {
        getApprovals: () => {
          throw new LatchkeyError('UPSTREAM_UNAVAILABLE', 'Down.')
        },
      },
    })
    expect(await actions.fetchPermissions(failing.latchkey)).toMatchObject({
      approvals: 'failed',
      permissions: [{ kind: 'connection' }],
    })
    const refusing = await open([], {
      gateway: {
        getApprovals: () => {
          throw new LatchkeyError('CHAIN_UNSUPPORTED', 'None.')
        },
      },
    })
    expect((await actions.fetchPermissions(refusing.latchkey)).approvals).toBe('unserved')
  })

  test('a failure keeps what was known of the same account, and forgets it with another', async () => {
    let isDown = false
    const { instance } = await open(() => {
      if (isDown) throw new LatchkeyError('UPSTREAM_UNAVAILABLE', 'Down.')
      return [item()]
    })
    await loadPermissions(instance)
    isDown = true
    await loadPermissions(instance)
    expect(permissionsOf(instance).get()).toMatchObject({ status: 'failed' })
    expect(permissionsOf(instance).get().permissions?.filter(isApproval)).toHaveLength(1)
    instance.stores.accounts.set(() => ({ byNamespace: {} }))
    await loadPermissions(instance)
    expect(permissionsOf(instance).get().permissions?.filter(isApproval)).toEqual([])
  })

  test('SEC-83, SEC-96, SEC-111: hostile texts are cleaned, unlisted tokens have no worth, and pictures come from the gateway alone', async () => {
    const { latchkey } = await open([
      item({
        trust: 'unlisted',
        symbol: '\u202eUSDC\u200b',
        name: 'x'.repeat(10_000),
        value: 1e9,
        iconUrl: 'https://evil.example/x.svg',
      }),
      item({ contract: at('1'), amount: '9'.repeat(90) }),
      item({ contract: at('2'), kind: 'nft', tokenId: null }),
      item({ contract: at('3'), chainId: 'eip155:999' }),
    ])
    const found = (await actions.fetchPermissions(latchkey)).permissions.filter(isApproval)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ symbol: 'USDC', value: undefined, iconUrl: undefined })
    expect(found[0]?.name?.length).toBeLessThan(200)
  })

  test('a token whose maker writes the logs is bait, and what is at risk is counted once for each token', () => {
    const say = (more: Partial<Approval>) =>
      isBait({ kind: 'allowance', trust: 'unlisted', held: 5n, symbol: 'MOSS', ...more } as Approval)
    expect([say({}), say({ trust: 'listed', held: 0n }), say({ kind: 'operator', held: undefined })]).toEqual(
      Array(3).fill(false),
    )
    expect([
      say({ held: 0n }),
      say({ held: undefined }),
      say({ symbol: undefined }),
      say({ trust: 'lookAlike' }),
      say({ kind: 'operator', trust: 'spam' }),
    ]).toEqual(Array(5).fill(true))
    expect([mayJoin({ trust: 'listed' } as Approval), mayJoin({ trust: 'unlisted' } as Approval)]).toEqual([
      true,
      false,
    ])
    const of = (contract: string, value: number | undefined) =>
      ({ networkId: 'eip155:1', contract, value }) as unknown as Approval
    expect(sumRisk([of('a', 10), of('a', 4), of('b', 1), of('c', undefined)])).toBe(11)
    expect(sumRisk([of('c', undefined)])).toBeUndefined()
  })

  test('EIP-7715: what a wallet says that it has granted, parsed item by item; most wallets cannot say', async () => {
    const context = `0x${'ab'.repeat(40)}`
    const granted = {
      chainId: toHex(chain.chainId),
      to: SHOP,
      context,
      permission: { type: 'native-token-stream', data: {} },
      rules: [{ type: 'expiry', data: { timestamp: 4_000_000_000 } }],
    }
    const revoked: unknown[] = []
    const { latchkey, instance } = await open([], {
      answers: {
        wallet_getGrantedExecutionPermissions: async () => [granted, null, 7, { ...granted, context: 'x' }],
        wallet_revokeExecutionPermission: async (params) => {
          revoked.push(...params)
          return {}
        },
      },
    })
    const { permissions } = await actions.fetchPermissions(latchkey)
    const found = permissions.filter(({ kind }) => kind === 'execution')
    expect(found).toMatchObject([{ type: 'native-token-stream', context, to: SHOP, expiresAt: 4e12 }])
    expect(await actions.revoke(latchkey, found)).toMatchObject([{ outcome: 'ended' }])
    expect(revoked).toEqual([{ permissionContext: context }])
    expect(instance.stores.connection.get().byNamespace.eip155?.connection).toBeDefined()
  })
})

describe('what is ended', () => {
  const find = async (latchkey: Latchkey) => (await actions.fetchPermissions(latchkey)).permissions.filter(isApproval)

  test('an allowance is taken back by a transaction, and read back from the chain', async () => {
    const { latchkey, events } = await open([item()])
    expect(await allowanceOf(SHOP)).toBe(MAX)
    expect(await actions.revoke(latchkey, await find(latchkey))).toMatchObject([{ outcome: 'ended' }])
    expect(await allowanceOf(SHOP)).toBe(0n)
    expect(events.find(({ name }) => name === 'PERMISSION_REVOKED')?.properties).toEqual({ kind: 'allowance' })
  })

  test('operators, single NFTs and Permit2 likewise', async () => {
    const later = Math.floor(Date.now() / 1000) + 86_400
    await write(keepsakes, 'Keepsakes', 'setApprovalForAll', [SHOP, true])
    await write(keepsakes, 'Keepsakes', 'approve', [THIEF, 1n])
    await write(PERMIT2_ADDRESS, allowancesAbi, 'approve', [dollar, THIEF, 5n, later])
    const nft = { contract: keepsakes, amount: null, isUnlimited: false, decimals: null }
    const { latchkey } = await open([
      item({ ...nft, kind: 'operator' }),
      item({ ...nft, kind: 'nft', spender: THIEF, tokenId: '1' }),
      item({ kind: 'permit2', spender: THIEF, amount: '5', isUnlimited: false }),
    ])
    const endings = await actions.revoke(latchkey, await find(latchkey))
    expect(endings.map(({ outcome }) => outcome)).toEqual(['ended', 'ended', 'ended'])
    const args = [me.address, SHOP] as const
    expect(
      await reader().readContract({ address: keepsakes, abi: nftAbi, functionName: 'isApprovedForAll', args }),
    ).toBe(false)
    expect(
      await reader().readContract({ address: keepsakes, abi: nftAbi, functionName: 'getApproved', args: [1n] }),
    ).toBe(`0x${'0'.repeat(40)}`)
    const left = (await reader().readContract({
      address: PERMIT2_ADDRESS,
      abi: allowancesAbi,
      functionName: 'allowance',
      args: [me.address, dollar, THIEF],
    })) as readonly [bigint]
    expect(left[0]).toBe(0n)
  })

  test('a token that says after all that it is still allowed is told as such', async () => {
    const { latchkey, instance, events } = await open([item({ contract: LIAR, trust: 'unlisted' })])
    await loadPermissions(instance)
    const endings = await actions.revoke(latchkey, await find(latchkey))
    expect(endings).toMatchObject([{ outcome: 'stands' }])
    expect(permissionsOf(instance).get().permissions?.filter(isApproval)).toHaveLength(1)
    expect(events.find(({ name }) => name === 'PERMISSION_REVOKE_ERROR')?.properties).toEqual({
      kind: 'allowance',
      message: 'stands',
    })
  })

  test('a rejection ends nothing, and nothing after it is asked for', async () => {
    const asked: string[] = []
    await write(dollar, 'DemoToken', 'approve', [THIEF, 9n])
    const { latchkey } = await open([item(), item({ spender: THIEF })], {
      approve: async ({ method }) => {
        if (method === 'eth_sendTransaction') asked.push(method)
        return method !== 'eth_sendTransaction'
      },
    })
    const endings = await actions.revoke(latchkey, await find(latchkey))
    expect(endings).toMatchObject([
      { outcome: 'failed', code: 'USER_REJECTED' },
      { outcome: 'failed', code: 'USER_REJECTED' },
    ])
    expect(asked).toHaveLength(1)
    expect([await allowanceOf(SHOP), await allowanceOf(THIEF)]).toEqual([MAX, 9n])
  })

  test('several go as one batch where the wallet carries batches out as one', async () => {
    await write(dollar, 'DemoToken', 'approve', [THIEF, 9n])
    const batches: unknown[][] = []
    const hashes: Hex[] = []
    const { latchkey, wallet: scripted } = await open([item(), item({ spender: THIEF })], {
      answers: {
        wallet_getCapabilities: async () => ({ [toHex(chain.chainId)]: { atomic: { status: 'supported' } } }),
        wallet_sendCalls: async ([batch]) => {
          const { calls } = batch as { calls: { to: Address; data: Hex }[] }
          batches.push(calls)
          for (const { to, data } of calls) hashes.push(await wallet().sendTransaction({ to, data, chain: null }))
          return { id: '0xba7c' }
        },
        wallet_getCallsStatus: async () => ({
          status: 200,
          atomic: true,
          receipts: hashes.map((transactionHash) => ({ transactionHash, status: '0x1' })),
        }),
      },
    })
    const endings = await actions.revoke(latchkey, await find(latchkey))
    expect(endings.map(({ outcome }) => outcome)).toEqual(['ended', 'ended'])
    expect(batches).toHaveLength(1)
    expect(batches[0]).toHaveLength(2)
    expect(scripted.calls.some(({ method }) => method === 'eth_sendTransaction')).toBe(false)
    expect([await allowanceOf(SHOP), await allowanceOf(THIEF)]).toEqual([0n, 0n])
  })

  test('two presses are one transaction', async () => {
    const { latchkey, instance, wallet: scripted } = await open([item()])
    await loadPermissions(instance)
    const list = permissionsOf(instance).get().permissions?.filter(isApproval) ?? []
    const [first, second] = await Promise.all([actions.revoke(latchkey, list), actions.revoke(latchkey, list)])
    expect([...(first ?? []), ...(second ?? [])]).toMatchObject([{ outcome: 'ended' }])
    expect(scripted.calls.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
    expect(permissionsOf(instance).get()).toMatchObject({ ending: [], ended: {} })
  })

  test('an approval of another account than the one in use is not touched', async () => {
    const { latchkey, wallet: scripted } = await open([item()])
    const [approval] = await find(latchkey)
    if (!approval) throw new Error('nothing was found')
    expect(await actions.revoke(latchkey, { ...approval, owner: at('e') })).toMatchObject([
      { outcome: 'failed', code: 'NOT_CONNECTED' },
    ])
    expect(scripted.calls.some(({ method }) => method === 'eth_sendTransaction')).toBe(false)
  })

  test('what the wallet could not send still stands, and is said', async () => {
    const { latchkey } = await open([item()], {
      script: { eth_sendTransaction: [drill.no(-32603, 'Lost connection')] },
    })
    expect(await actions.revoke(latchkey, await find(latchkey))).toMatchObject([{ outcome: 'failed' }])
    expect(await allowanceOf(SHOP)).toBe(MAX)
  })

  test('a connection ends by leaving the wallet', async () => {
    const { latchkey, instance } = await open([])
    const { permissions } = await actions.fetchPermissions(latchkey)
    expect(await actions.revoke(latchkey, permissions)).toMatchObject([{ outcome: 'ended' }])
    expect(instance.stores.connection.get().byNamespace.eip155?.connection).toBeUndefined()
  })

  test.each([[null], [{}], [{ id: 'x', kind: 'allowance' }], [[{ id: 'x', kind: 'nft', tokenId: '-1' }]], ['x']])(
    'what is no permission (%j) is REQUEST_INVALID, and no wallet is asked',
    async (wrong) => {
      const { latchkey, wallet: scripted } = await open([])
      const before = scripted.calls.length
      await expect(actions.revoke(latchkey, wrong as never)).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
      expect(scripted.calls).toHaveLength(before)
    },
  )
})

test('each kind is taken back as its standard says, letter for letter as viem writes it', () => {
  const base = { owner: me.address, contract: at('1'), spender: at('2'), tokenId: '7' } as unknown as Approval
  const zero = at('0')
  const data = (abi: Abi, functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi, functionName, args })
  const both = parseAbi(['function approve(address,uint256)', 'function setApprovalForAll(address,bool)'])
  expect(toRevokeCall({ ...base, kind: 'allowance' })).toEqual({
    to: at('1'),
    data: data(both, 'approve', [at('2'), 0n]),
  })
  expect(toRevokeCall({ ...base, kind: 'nft' })).toEqual({ to: at('1'), data: data(both, 'approve', [zero, 7n]) })
  expect(toRevokeCall({ ...base, kind: 'operator' })).toEqual({
    to: at('1'),
    data: data(both, 'setApprovalForAll', [at('2'), false]),
  })
  expect(toRevokeCall({ ...base, kind: 'permit2' })).toEqual({
    to: PERMIT2_ADDRESS.toLowerCase(),
    data: data(allowancesAbi, 'approve', [at('1'), at('2'), 0n, 0]),
  })
})
