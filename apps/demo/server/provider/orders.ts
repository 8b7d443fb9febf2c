import { createHmac } from 'node:crypto'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  parseGwei,
  parseUnits,
  TransactionReceiptNotFoundError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Journal, openJournal } from './journal.ts'

/** Something that is sold. */
export type Asset = {
  readonly symbol: string
  readonly name: string
  /** Undefined for the coin. */
  readonly contract?: Hex | undefined
  readonly decimals: number
  /** Of one whole unit, in US dollars. */
  readonly price: number
}

/** An order as its signed address has it. */
export type Order = {
  readonly id: string
  readonly symbol: string
  readonly address: Hex
  /** In US dollars or euros, a decimal text. */
  readonly pay: string
  readonly currency: string
  readonly method: string
  /** Where news of it are sent. */
  readonly news: string
}

/** How far an order is. */
export type Stage = 'created' | 'pending' | 'sent' | 'completed' | 'failed'

type Entry =
  /** The first line: which chain it is about. A dev chain that begins anew has another. */
  | { readonly kind: 'chain'; readonly genesis: Hex }
  | { readonly kind: 'paid'; readonly order: Order; readonly amount: string }
  | { readonly kind: 'refused'; readonly order: Order }
  | { readonly kind: 'signed'; readonly id: string; readonly nonce: number; readonly raw: Hex }
  | { readonly kind: 'over'; readonly id: string; readonly stage: 'completed' | 'failed' }
  | { readonly kind: 'told'; readonly id: string; readonly stage: Stage }

type Held = {
  readonly order: Order
  readonly amount: string
  signed?: { readonly nonce: number; readonly raw: Hex } | undefined
  hasLeft?: boolean | undefined
  over?: 'completed' | 'failed' | undefined
  told?: Stage | undefined
}

/** What became of an order. */
export type OrderNote = {
  readonly order: string
  readonly status: Stage
  readonly amount?: string | undefined
  readonly hash?: Hex | undefined
}

/** How long it waits between looks for a receipt, in ms; the chain is a dev chain. */
const RECEIPT_REST_MS = 200

/** The longest wait between two tries, in ms. */
const LONGEST_WAIT_MS = 60_000

/** Orders of the sample provider. */
export type Orders = {
  /** Takes the payment of an order: it is on the disk when this returns, and its coins are sent once, whatever happens then. */
  pay(order: Order, amount: string): void
  /** The visitor gave it up, or the card was declined for good. */
  refuse(order: Order): void
  find(id: string): OrderNote | undefined
  /** Resolves once nothing is under way. */
  close(): Promise<void>
}

/**
 * Opens the orders of a folder and goes on with what was under way. A transaction is written down before it is sent, and sent again as
 * it is, so that no crash pays twice; a new one is signed only where the old one can never be mined, because its number is used up.
 */
export async function openOrders(parameters: {
  path: (genesis: Hex) => string
  rpcUrl: string
  key: Hex
  assets: readonly Asset[]
  secret: string
  fetch: typeof fetch
  /** Before the second try of anything, in ms; then twice as long each time. */
  retryMs: number
  tell: (line: string) => void
}): Promise<Orders> {
  const { assets, secret, tell } = parameters
  const account = privateKeyToAccount(parameters.key)
  const client = createPublicClient({ transport: http(parameters.rpcUrl, { retryCount: 0 }), cacheTime: 0 })
  const [{ hash: genesis }, chainId] = await Promise.all([client.getBlock({ blockNumber: 0n }), client.getChainId()])
  const journal: Journal<Entry> = openJournal(parameters.path(genesis))
  const held = replay(journal.entries)
  if (journal.entries.length === 0) journal.add({ kind: 'chain', genesis })

  const ending = new AbortController()
  const { signal } = ending
  /** One after the other, so that no number is given to two transactions. */
  let sending: Promise<unknown> = Promise.resolve()
  const running = new Set<Promise<unknown>>()

  function run(work: Promise<unknown>): void {
    const quiet = work.catch((error: unknown) => {
      if (!signal.aborted) tell(`The provider could not go on: ${String(error)}`)
    })
    running.add(quiet)
    quiet.finally(() => running.delete(quiet))
  }

  /** Tries until it works, or everything ends. */
  async function insist<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
    for (let wait = parameters.retryMs; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await work()
      } catch (error) {
        if (signal.aborted) throw error
        tell(`${what}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
        await rest(wait, signal)
      }
    }
  }

  async function signTransfer(one: Held): Promise<{ nonce: number; raw: Hex }> {
    const asset = assets.find(({ symbol }) => symbol === one.order.symbol)
    if (asset === undefined) throw new Error(`There is no ${one.order.symbol} any more.`)
    const value = parseUnits(one.amount, asset.decimals)
    const [pending, price] = await Promise.all([
      client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
      client.getGasPrice(),
    ])
    const taken = [...held.values()].flatMap(({ signed, over }) => (signed && !over ? [signed.nonce + 1] : []))
    const nonce = Math.max(pending, ...taken)
    const raw = await account.signTransaction({
      chainId,
      nonce,
      type: 'eip1559',
      gas: 120_000n,
      maxFeePerGas: price * 2n + parseGwei('1'),
      maxPriorityFeePerGas: parseGwei('1'),
      ...(asset.contract === undefined
        ? { to: one.order.address, value }
        : {
            to: asset.contract,
            data: encodeFunctionData({
              abi: erc20Abi,
              functionName: 'transfer',
              args: [one.order.address, value],
            }),
          }),
    })
    return { nonce, raw }
  }

  async function send(one: Held): Promise<void> {
    const { id } = one.order
    while (one.over === undefined) {
      if (one.signed === undefined) {
        const signed = await insist('The chain does not answer', () => signTransfer(one))
        journal.add({ kind: 'signed', id, ...signed })
        one.signed = signed
      }
      const { raw, nonce } = one.signed
      const hash = keccak256(raw)
      const receipt = await insist('The chain does not take the transaction', async () => {
        const found = await findReceipt(hash)
        if (found !== undefined) return found
        // The chain may know it already: then it says so, and the receipt comes.
        await client.sendRawTransaction({ serializedTransaction: raw }).catch((error: unknown) => {
          if (!/already known|already imported|nonce too low/i.test(String(error))) throw error
        })
        return undefined
      })
      if (!one.hasLeft) {
        one.hasLeft = true
        run(tellNews(one))
      }
      const end = receipt ?? (await awaitEnd(hash, nonce))
      if (end === 'gone') {
        one.signed = undefined
        one.hasLeft = false
        continue
      }
      one.over = end.status === 'success' ? 'completed' : 'failed'
      journal.add({ kind: 'over', id, stage: one.over })
      run(tellNews(one))
    }
  }

  async function findReceipt(hash: Hex) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    }
  }

  /** Its receipt, or `gone` where its number was used by another transaction. */
  async function awaitEnd(hash: Hex, nonce: number) {
    for (;;) {
      const [used, found] = await insist('The chain does not answer', async () => {
        const mined = await client.getTransactionCount({ address: account.address, blockTag: 'latest' })
        return [mined > nonce, await findReceipt(hash)] as const
      })
      if (found !== undefined) return found
      if (used) return 'gone' as const
      await rest(RECEIPT_REST_MS, signal)
    }
  }

  async function tellNews(one: Held): Promise<void> {
    const note = toNote(one)
    await insist('News could not be told', async () => {
      // Later news say all that earlier ones did.
      if (toNote(one).status !== note.status) return
      const text = JSON.stringify(note)
      const seconds = Math.floor(Date.now() / 1000)
      const answer = await parameters.fetch(one.order.news, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-provider-signature': `t=${seconds},s=${hmac(secret, `${seconds}.${text}`)}`,
        },
        body: text,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`${new URL(one.order.news).host} answered ${answer.status}`)
      one.told = note.status
      journal.add({ kind: 'told', id: one.order.id, stage: note.status })
    })
  }

  function goOn(one: Held): void {
    if (one.told !== toNote(one).status) run(tellNews(one))
    if (one.over !== undefined) return
    sending = sending.then(() => send(one))
    run(sending)
    // The run tells what failed; the next one begins in any case.
    sending = sending.catch(() => undefined)
  }

  for (const one of held.values()) goOn(one)

  return {
    pay(order, amount) {
      if (held.has(order.id)) return
      const one: Held = { order, amount }
      journal.add({ kind: 'paid', order, amount })
      held.set(order.id, one)
      goOn(one)
    },
    refuse(order) {
      if (held.has(order.id)) return
      const one: Held = { order, amount: '0', over: 'failed' }
      journal.add({ kind: 'refused', order })
      held.set(order.id, one)
      goOn(one)
    },
    find(id) {
      const one = held.get(id)
      return one && toNote(one)
    },
    async close() {
      ending.abort()
      await Promise.all(running)
      journal.close()
    },
  }
}

/** HMAC-SHA256 in hex. */
export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

function toNote({ order, amount, signed, hasLeft, over }: Held): OrderNote {
  const hash = signed === undefined ? undefined : keccak256(signed.raw)
  if (over === 'failed' && signed === undefined) return { order: order.id, status: 'failed' }
  if (over !== undefined) return { order: order.id, status: over, amount, hash }
  if (hasLeft && hash !== undefined) return { order: order.id, status: 'sent', amount, hash }
  return { order: order.id, status: 'pending', amount }
}

function replay(entries: readonly Entry[]): Map<string, Held> {
  const held = new Map<string, Held>()
  for (const entry of entries) {
    if (entry.kind === 'chain') continue
    if (entry.kind === 'paid') held.set(entry.order.id, { order: entry.order, amount: entry.amount })
    else if (entry.kind === 'refused') held.set(entry.order.id, { order: entry.order, amount: '0', over: 'failed' })
    else {
      const one = held.get(entry.id)
      if (one === undefined) continue
      if (entry.kind === 'signed') one.signed = { nonce: entry.nonce, raw: entry.raw }
      else if (entry.kind === 'over') one.over = entry.stage
      else one.told = entry.stage
    }
  }
  return held
}

function rest(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, delayMs)
    function end(): void {
      clearTimeout(timer)
      reject(new Error('The provider ends.'))
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
