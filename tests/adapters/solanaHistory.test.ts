/** The gateway's history of a Solana account, over the real runtime behind the facade. */

import { type SolanaChain, startSolanaChain } from '@latchkey/testing/solana/startSolanaChain.ts'
import {
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../packages/server/src/config.ts'
import { createLog } from '../../packages/server/src/gateway/createLog.ts'
import { RequestError } from '../../packages/server/src/RequestError.ts'
import { findCounterparty } from '../../packages/server/src/upstreams/history/describeItem.ts'
import { openHistory } from '../../packages/server/src/upstreams/history/openHistory.ts'
import {
  createSolanaHistory,
  SOLANA_REQUESTS_PER_PAGE,
} from '../../packages/server/src/upstreams/history/solanaHistory.ts'
import type { RawPage } from '../../packages/server/src/upstreams/history/upstream.ts'
import {
  createRpcPool,
  type RpcAnswer,
  type RpcCall,
  type RpcPool,
} from '../../packages/server/src/upstreams/rpcPool.ts'

let chain: SolanaChain
beforeAll(async () => {
  chain = await startSolanaChain()
})
afterAll(() => chain?.stop())

async function ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
  const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params: params ?? [] }))
  const response = await fetch(chain.url, { method: 'POST', body: JSON.stringify(body) })
  return (await response.json()) as RpcAnswer[]
}

/** The history of the chain; `change` may change what a node answers. */
function connect(change: (method: string, answer: RpcAnswer) => RpcAnswer = (_method, answer) => answer) {
  const requests: number[] = []
  const pool: RpcPool = {
    networkId: `solana:${chain.genesisHash.slice(0, 32)}`,
    async send(calls) {
      requests.push(calls.length)
      return (await ask(calls)).map((answer, index) => change(calls[index]?.method ?? '', answer))
    },
  }
  const history = createSolanaHistory({ pool })
  const read = (who: string, before?: string, limit = 25) =>
    history.readPage({ address: who, before, limit, client: 'visitor', signal: AbortSignal.timeout(10_000) })
  return { read, requests }
}

async function send(from: KeyPairSigner, instructions: readonly Instruction[], skipPreflight = false): Promise<string> {
  const [latest] = await ask([{ method: 'getLatestBlockhash' }])
  const { blockhash } = (latest as { result: { value: { blockhash: never } } }).result.value
  const signed = await signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(from, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 10n ** 9n }, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    ),
  )
  const [answer] = await ask([
    {
      method: 'sendTransaction',
      params: [getBase64EncodedWireTransaction(signed), { encoding: 'base64', skipPreflight }],
    },
  ])
  if (answer === undefined || 'error' in answer) throw new Error(JSON.stringify(answer))
  return String(answer.result)
}

async function open(): Promise<KeyPairSigner> {
  const signer = await generateKeyPairSigner()
  chain.fund(signer.address, 10n ** 10n)
  return signer
}

const pay = (source: KeyPairSigner, destination: string, amount: bigint) =>
  getTransferSolInstruction({ source, destination: address(destination), amount: lamports(amount) })

const shown = (page: RawPage) =>
  page.transactions.map(({ hasFailed, from, moves }) => ({
    hasFailed,
    from,
    moves: moves.map((move) => [move.contract ?? 'SOL', move.amount, move.from, move.to]),
  }))

test('SOL and tokens that came and went are told, also what came to a token account alone; failed ones say so and move nothing', async () => {
  const [me, friend] = [await open(), await open()]
  const mint = await chain.createToken({ decimals: 6, owner: friend.address, amount: 1_000n })
  const of = async (owner: string) =>
    (
      await findAssociatedTokenPda({ owner: address(owner), mint: address(mint), tokenProgram: TOKEN_PROGRAM_ADDRESS })
    )[0]
  const [mine, theirs] = [await of(me.address), await of(friend.address)]
  await send(friend, [pay(friend, me.address, 7_000n)])
  await send(friend, [
    getCreateAssociatedTokenIdempotentInstruction({ payer: friend, ata: mine, owner: me.address, mint: address(mint) }),
  ])
  // Names neither the owner nor his key: only his token account.
  const received = await send(friend, [
    getTransferCheckedInstruction({
      source: theirs,
      mint: address(mint),
      destination: mine,
      authority: friend,
      amount: 40n,
      decimals: 6,
    }),
  ])
  await send(me, [
    getTransferCheckedInstruction({
      source: mine,
      mint: address(mint),
      destination: theirs,
      authority: me,
      amount: 15n,
      decimals: 6,
    }),
    pay(me, friend.address, 9_000_000n),
  ])
  await send(me, [pay(me, friend.address, 10n ** 15n)], true)
  const { read, requests } = connect()
  const page = await read(me.address)
  expect(shown(page)).toEqual([
    { hasFailed: true, from: me.address, moves: [] },
    {
      hasFailed: false,
      from: me.address,
      moves: [
        ['SOL', 9_000_000n, me.address, friend.address],
        [mint, 15n, me.address, friend.address],
      ],
    },
    { hasFailed: false, from: friend.address, moves: [[mint, 40n, friend.address, me.address]] },
    { hasFailed: false, from: friend.address, moves: [] },
    { hasFailed: false, from: friend.address, moves: [['SOL', 7_000n, friend.address, me.address]] },
  ])
  expect(page.transactions[2]).toMatchObject({
    hash: received,
    fee: 5_000n,
    moves: [{ kind: 'fungible', decimals: 6 }],
  })
  expect(page).toMatchObject({ next: undefined, missing: [], code: null })
  expect(requests.length).toBeLessThanOrEqual(3)
})

test('a token that opens its recipient’s account leads, and the rent of that account stands behind it, as the recipient’s', async () => {
  const [me, friend] = [await open(), await open()]
  const mint = await chain.createToken({ decimals: 6, owner: me.address, amount: 1_000n })
  const of = async (owner: string) =>
    (
      await findAssociatedTokenPda({ owner: address(owner), mint: address(mint), tokenProgram: TOKEN_PROGRAM_ADDRESS })
    )[0]
  const [mine, theirs] = [await of(me.address), await of(friend.address)]
  const opening = getCreateAssociatedTokenIdempotentInstruction({
    payer: me,
    ata: theirs,
    owner: friend.address,
    mint: address(mint),
  })
  const transfer = getTransferCheckedInstruction({
    source: mine,
    mint: address(mint),
    destination: theirs,
    authority: me,
    amount: 40n,
    decimals: 6,
  })
  await send(me, [opening, transfer])
  const [first] = (await connect().read(me.address)).transactions
  const rent = first?.moves.find(({ kind }) => kind === 'native')?.amount ?? 0n
  expect(first?.moves.map(({ contract, amount, from, to }) => [contract ?? 'SOL', amount, from, to])).toEqual([
    [mint, 40n, me.address, friend.address],
    ['SOL', rent, me.address, friend.address],
  ])
  expect(rent).toBeGreaterThan(0n)
  expect(first && findCounterparty(me.address, first)).toBe(friend.address)

  // Money that was sent beside it is no rent.
  const other = await open()
  const theirOther = await of(other.address)
  await send(me, [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: me,
      ata: theirOther,
      owner: other.address,
      mint: address(mint),
    }),
    pay(me, other.address, 5_000_000n),
  ])
  const [second] = (await connect().read(me.address)).transactions
  expect(second?.moves).toMatchObject([{ kind: 'native', amount: rent + 5_000_000n, to: other.address }])
})

test('pages of several accounts’ signatures follow each other without a gap or a repeat, in a bounded number of requests', async () => {
  const [me, friend] = [await open(), await open()]
  const mint = await chain.createToken({ decimals: 0, owner: me.address, amount: 500n })
  const [mine] = await findAssociatedTokenPda({
    owner: me.address,
    mint: address(mint),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  const [theirs] = await findAssociatedTokenPda({
    owner: friend.address,
    mint: address(mint),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  await send(me, [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: me,
      ata: theirs,
      owner: friend.address,
      mint: address(mint),
    }),
    getTransferCheckedInstruction({
      source: mine,
      mint: address(mint),
      destination: theirs,
      authority: me,
      amount: 400n,
      decimals: 0,
    }),
  ])
  const sent: string[] = []
  for (let index = 0; index < 24; index += 1) {
    sent.unshift(
      index % 3 === 0
        ? await send(friend, [pay(friend, me.address, BigInt(1_000_000 + index))])
        : await send(friend, [
            getTransferCheckedInstruction({
              source: theirs,
              mint: address(mint),
              destination: mine,
              authority: friend,
              amount: BigInt(index + 1),
              decimals: 0,
            }),
          ]),
    )
  }
  const { read, requests } = connect()
  const seen: string[] = []
  let before: string | undefined
  for (let pages = 0; pages < 20; pages += 1) {
    requests.length = 0
    const page = await read(me.address, before, 4)
    expect(requests.length).toBeLessThanOrEqual(SOLANA_REQUESTS_PER_PAGE)
    seen.push(...page.transactions.map((each) => each.hash))
    if (page.next === undefined) break
    before = page.next
  }
  expect(seen.slice(0, 24)).toEqual(sent)
  expect(new Set(seen).size).toBe(seen.length)
})

test('the gateway tells it by its own nodes, with the names that the operator writes', async () => {
  const [me, friend] = [await open(), await open()]
  const mint = await chain.createToken({ decimals: 6, owner: me.address, amount: 1_500_000n })
  await send(friend, [pay(friend, me.address, 5_000n)])
  const id = `solana:${chain.genesisHash.slice(0, 32)}`
  const config = parseConfig({
    chains: [
      {
        id,
        name: 'Solana',
        rpc: [chain.url],
        nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
        tokens: [{ address: mint, name: 'Pine', symbol: 'PINE', decimals: 6 }],
      },
    ],
  })
  const [configured] = config.chains
  if (configured === undefined) throw new Error('no chain')
  const clock = { now: () => Date.now() }
  const log = createLog('silent')
  const pool = createRpcPool({ chain: configured, fetch, clock, log, timeoutMs: 5_000 })
  const away = async (): Promise<never> => Promise.reject(new Error('no database'))
  const history = openHistory({
    config,
    pools: new Map([[id, pool]]),
    storage: {} as never,
    tokenDetails: { find: away, save: away },
    iconUrl: () => '',
    fetch,
    clock,
    log,
  })
  const answer = await history?.fetchHistory({
    address: me.address,
    chainId: undefined,
    cursor: undefined,
    client: 'visitor',
    signal: AbortSignal.timeout(10_000),
  })
  expect(answer?.page.sources).toMatchObject([{ chainId: id, kind: 'solana', state: 'complete' }])
  expect(answer?.page.data).toMatchObject([
    {
      metadata: { operationType: 'receive', counterparty: friend.address, status: 'confirmed', chain: id },
      transfers: [
        {
          direction: 'in',
          fungible_info: { symbol: 'SOL' },
          quantity: { numeric: '0.000005', amount: '5000', decimals: 9 },
        },
      ],
    },
    {
      transfers: [
        {
          direction: 'in',
          fungible_info: { name: 'Pine', symbol: 'PINE', isListed: true, address: `${id}:${mint}` },
          quantity: { numeric: '1.5', amount: '1500000', decimals: 6 },
        },
      ],
    },
  ])
})

test('a node that answers wrong types is believed in nothing, and what it does not tell is named', async () => {
  const [me, friend] = [await open(), await open()]
  await send(friend, [pay(friend, me.address, 5_000n)])
  await send(friend, [pay(friend, me.address, 6_000n)])
  const pruned = connect((method, answer) => (method === 'getTransaction' ? { result: null } : answer))
  expect(await pruned.read(me.address)).toMatchObject({ transactions: [], missing: ['older'], code: null })
  for (const result of [7, 'text', {}, { meta: {} }, []]) {
    const wrong = connect((method, answer) => (method === 'getTransaction' ? { result } : answer))
    expect(await wrong.read(me.address)).toMatchObject({ transactions: [], code: 'UPSTREAM_UNAVAILABLE' })
    const noTokens = connect((method, answer) => (method === 'getTokenAccountsByOwner' ? { result } : answer))
    const page = await noTokens.read(me.address)
    expect(page.transactions).toHaveLength(2)
    expect(page).toMatchObject({ missing: ['tokens'], code: 'UPSTREAM_UNAVAILABLE' })
  }
  const none = connect((method, answer) =>
    method === 'getSignaturesForAddress' ? { error: { code: -32601, message: 'no such method' } } : answer,
  )
  await expect(none.read(me.address)).rejects.toThrow(RequestError)
})
