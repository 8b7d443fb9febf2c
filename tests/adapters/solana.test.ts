import { createPublicKey, verify } from 'node:crypto'
import { TOKEN_2022_PROGRAM } from '@latchkey/testing/solana/calls.ts'
import { type SolanaChain, startSolanaChain } from '@latchkey/testing/solana/startSolanaChain.ts'
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressDecoder,
  getAddressEncoder,
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  isAddress,
  isOffCurveAddress,
  isTransactionWithinSizeLimit,
  type Transaction as KitTransactionObject,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { getTransferSolInstruction } from '@solana-program/system'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAddress } from '../../packages/latchkey/src/adapters/solana/address.ts'
import {
  getSolanaWallet,
  sendSolanaInstructions,
  signAndSendSolanaTransaction,
  signSolanaTransaction,
  signSolanaTransactions,
  solana,
} from '../../packages/latchkey/src/adapters/solana/index.ts'
import { BLOCKHASH_LIFE_MS } from '../../packages/latchkey/src/adapters/solana/sendCalls.ts'
import { encodeMessage, encodeUnsigned } from '../../packages/latchkey/src/adapters/solana/wire.ts'
import { sendTransfer } from '../../packages/latchkey/src/core/features/send/actions.ts'
import { readRecipients } from '../../packages/latchkey/src/core/features/send/recipients.ts'
import { sendOf } from '../../packages/latchkey/src/core/features/send/state.ts'
import { requestsOf } from '../../packages/latchkey/src/core/kernel/requests/requests.ts'
import type { SendRequest } from '../../packages/latchkey/src/core/types/adapter.ts'
import type { Network } from '../../packages/latchkey/src/core/types/network.ts'
import { fromBase58, toBase58 } from '../../packages/latchkey/src/core/values/base58.ts'
import { deriveTokenAccount, isOnCurve } from '../../packages/latchkey/src/core/values/deriveProgramAddress.ts'
import {
  createScriptedSolanaWallet,
  type ScriptedSolanaWalletOptions,
} from '../../packages/latchkey/src/testing/index.ts'
import { createFakeDisk } from '../../packages/testing/src/createFakeDisk.ts'
import { createFakeServices } from '../../packages/testing/src/createFakeServices.ts'
import { createTestLatchkey } from '../../packages/testing/src/createTestLatchkey.ts'

const TOKEN_2022_PROGRAM_ADDRESS = address(TOKEN_2022_PROGRAM)

const SOL = 10n ** 9n
/** The signature of a transaction that no node has. */
const LOST = toBase58(new Uint8Array(64).fill(7))
const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'

let chain: SolanaChain
beforeAll(async () => {
  chain = await startSolanaChain()
})
afterAll(() => chain.stop())

function toNetwork({ genesisHash, url }: SolanaChain, urls: readonly string[] = [url]): Network {
  const id = genesisHash.slice(0, 32)
  return {
    id,
    name: 'Local Solana',
    chainNamespace: 'solana',
    caipNetworkId: `solana:${id}`,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: urls } },
  }
}

/** A site whose visitor has connected a funded wallet. */
async function playSite(
  options: Partial<ScriptedSolanaWalletOptions> & {
    on?: SolanaChain | undefined
    urls?: readonly string[] | undefined
    fetch?: typeof fetch | undefined
    /** By which the wallet reaches its own node. */
    walletFetch?: typeof fetch | undefined
    funds?: bigint | undefined
  } = {},
) {
  const { on = chain, urls, fetch: post = fetch, walletFetch = fetch, funds = 5n * SOL, ...own } = options
  const walletWindow = new EventTarget()
  const network = toNetwork(on, urls)
  const wallet = createScriptedSolanaWallet({ name: 'Local', fetch: walletFetch, ...own })
  if (funds > 0n) on.fund(wallet.getAddress(), funds)
  wallet.register(walletWindow)
  const disk = createFakeDisk()
  const start = () =>
    createTestLatchkey({
      options: { networks: [network], adapters: [solana()] },
      services: createFakeServices({ walletWindow, fetch: post, disk }),
    })
  const { latchkey, instance, failures, services } = start()
  await latchkey.connect({ connectorId: 'Local', namespace: 'solana' })
  const { solana: adapter } = instance.adapters
  const connection = instance.stores.connection.get().byNamespace.solana?.connection
  if (!adapter || !connection) throw new Error('not connected')
  const send = (request: SendRequest) => adapter.send?.(connection, request) ?? Promise.reject(new Error('no send'))
  const fetchBalance = (owner: string) => adapter.fetchBalance?.({ address: owner, type: 'eoa' }, network)
  return {
    latchkey,
    instance,
    adapter,
    connection,
    wallet,
    network,
    failures,
    services,
    send,
    fetchBalance,
    start,
    address: wallet.getAddress(),
  }
}

const newAddress = () => Keypair.generate().publicKey.toBase58()

async function errorOf(promise: Promise<unknown>): Promise<{ code?: unknown; message?: unknown }> {
  return promise.then(
    () => ({ code: 'no error' }),
    (error: { code?: unknown; message?: unknown }) => error,
  )
}

async function fetchBlockhash(): Promise<{ blockhash: Blockhash; lastValidBlockHeight: bigint }> {
  const { value } = await createSolanaRpc(chain.url).getLatestBlockhash().send()
  return value
}

describe('solana on a real runtime', () => {
  it('connects, signs a message that another implementation verifies, and is there again after a reload', async () => {
    const { latchkey, address: owner, start } = await playSite()
    const signature = getBase58Encoder().encode(await latchkey.signMessage('Grüße, 世界'))
    const key = createPublicKey({
      key: Buffer.concat([
        Buffer.from('302a300506032b6570032100', 'hex'),
        Buffer.from(getBase58Encoder().encode(owner)),
      ]),
      format: 'der',
      type: 'spki',
    })
    expect(verify(null, Buffer.from('Grüße, 世界'), key, Buffer.from(signature))).toBe(true)
    expect(getSolanaWallet(latchkey)?.name).toBe('Local')
    latchkey.destroy()
    const again = start()
    await expect.poll(() => again.latchkey.getState().address).toBe(owner)
  })

  it('sends SOL, and reads balances back', async () => {
    const { send, fetchBalance, address: owner } = await playSite()
    const to = newAddress()
    const signature = await send({ to, amount: 1_500_000_000n })
    expect(getBase58Encoder().encode(signature)).toHaveLength(64)
    expect(await fetchBalance(to)).toEqual({ value: 1_500_000_000n, decimals: 9, symbol: 'SOL' })
    // One signature; nobody here asks for a priority fee.
    expect((await fetchBalance(owner))?.value).toBe(5n * SOL - 1_500_000_000n - 5_000n)
    const { value } = await createSolanaRpc(chain.url)
      .getSignatureStatuses([signature as never])
      .send()
    expect(value[0]?.err).toBeNull()
  })

  it.each([
    ['arrives', 1_000_000n, 'success'],
    ['is refused before the wallet is asked where the account holds too little', 0n, undefined],
  ])(
    'what the Send view sends %s, once though it is pressed twice, and is followed to its end',
    async (_, funds, end) => {
      const { instance, connection, fetchBalance } = await playSite({ funds: funds === 0n ? 1n : 5n * SOL })
      const to = newAddress()
      const transfer = { connection, request: { to, amount: 2_000_000n }, amount: '0.002 SOL' }
      await Promise.all([sendTransfer(instance, transfer), sendTransfer(instance, transfer)])
      await expect.poll(() => sendOf(instance).get().sent?.status).toBe(end)
      expect((await fetchBalance(to))?.value).toBe(end === undefined ? 0n : 2_000_000n)
      expect(sendOf(instance).get()).toMatchObject({
        phase: 'idle',
        failure: end === undefined ? 'GAS_TOO_LOW' : undefined,
      })
      expect(readRecipients(instance, 'solana')).toEqual(end === undefined ? [] : [to])
    },
  )

  it('asks for little more compute than the transfer takes, on a blockhash that is fresh', async () => {
    const { send, wallet } = await playSite()
    await send({ to: newAddress(), amount: SOL })
    const [input] = (wallet.calls.at(-1)?.inputs ?? []) as readonly { transaction: Uint8Array; chain: string }[]
    const { messageBytes } = getTransactionDecoder().decode(input?.transaction ?? new Uint8Array())
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    expect([message.version, input?.chain]).toEqual(['legacy', 'solana:localnet'])
    const [limit] = 'instructions' in message ? message.instructions : []
    const units = new DataView(Uint8Array.from(limit?.data ?? []).buffer).getUint32(1, true)
    expect(units).toBeGreaterThanOrEqual(450)
    expect(units).toBeLessThan(700)
    const order = chain.asked.filter((method) => ['simulateTransaction', 'getLatestBlockhash'].includes(method))
    expect(order.slice(-2)).toEqual(['simulateTransaction', 'getLatestBlockhash'])
  })

  it.each([
    ['the first token program', TOKEN_PROGRAM_ADDRESS],
    ['Token-2022', TOKEN_2022_PROGRAM_ADDRESS],
  ])('sends a token of %s, and makes the receiver’s account where there is none', async (_, program) => {
    const { send, address: owner, wallet } = await playSite()
    const token = { address: await chain.createToken({ decimals: 6, owner, amount: 1_000_000n, program }), decimals: 6 }
    const to = newAddress()
    expect(await chain.getTokens(to, token.address)).toBeUndefined()
    await send({ to, amount: 250_000n, token })
    await send({ to, amount: 1n, token })
    expect(await chain.getTokens(to, token.address)).toBe(250_001n)
    expect(await chain.getTokens(owner, token.address)).toBe(749_999n)
    const sizes = wallet.calls.flatMap(({ feature, inputs }) =>
      feature === 'solana:signTransaction' ? [(inputs[0] as { transaction: Uint8Array }).transaction.length] : [],
    )
    // The second one had nothing to create.
    expect(sizes[1]).toBeLessThan(sizes[0] ?? 0)
    const holder = deriveTokenAccount({ program, mint: token.address, owner: to }) ?? ''
    await send({ to: holder, amount: 2n, token })
    expect(await chain.getTokens(to, token.address)).toBe(250_003n)
  })

  it('refuses a request that would lose money, without asking the wallet', async () => {
    const { send, address: owner, wallet } = await playSite()
    const mint = await chain.createToken({ decimals: 6, owner, amount: 1_000n })
    const other = await chain.createToken({ decimals: 6, owner, amount: 1_000n })
    const token = { address: mint, decimals: 6 }
    const to = newAddress()
    const wrong: readonly SendRequest[] = [
      { to: 'nobody', amount: 1n },
      { to: `0x${'1'.repeat(40)}`, amount: 1n },
      { to: '', amount: 1n },
      { to, amount: 0n },
      { to, amount: -1n },
      { to, amount: 2n ** 64n },
      { to, amount: 1 as unknown as bigint },
      { to, amount: 1n, token: { address: mint, decimals: 9 } },
      { to, amount: 1n, token: { address: to, decimals: 6 } },
      { to, amount: 1n, token: { address: 'nobody', decimals: 6 } },
      { to: mint, amount: 1n, token },
      { to: other, amount: 1n, token },
      { to: deriveTokenAccount({ program: TOKEN_PROGRAM_ADDRESS, mint: other, owner }) ?? '', amount: 1n, token },
    ]
    for (const request of wrong) expect(await errorOf(send(request))).toMatchObject({ code: 'OPTION_INVALID' })
    expect(wallet.calls.map(({ feature }) => feature)).toEqual(['standard:connect'])
  })

  it('F-30: overspending, and an account without SOL → GAS_TOO_LOW before the wallet is asked', async () => {
    const rich = await playSite()
    expect(await errorOf(rich.send({ to: newAddress(), amount: 5n * SOL }))).toMatchObject({ code: 'GAS_TOO_LOW' })
    const poor = await playSite({ funds: 0n })
    expect(await errorOf(poor.send({ to: newAddress(), amount: 1n }))).toMatchObject({
      code: 'GAS_TOO_LOW',
      step: 'send',
    })
    for (const { wallet } of [rich, poor]) expect(wallet.calls).toHaveLength(1)
  })

  it('more tokens than there are is not a question of the fee', async () => {
    const { send, address: owner } = await playSite()
    const token = { address: await chain.createToken({ decimals: 0, owner, amount: 1n }), decimals: 0 }
    expect(await errorOf(send({ to: newAddress(), amount: 2n, token }))).toMatchObject({ code: 'UNKNOWN_FAILURE' })
  })

  it('F-38: signed after the blockhash has expired → SOLANA_TX_EXPIRED; prepared again, it lands', async () => {
    let isSlow = true
    const { send } = await playSite({
      approve: async ({ feature }) => {
        if (feature === 'solana:signTransaction' && isSlow) chain.expire()
        return true
      },
    })
    const to = newAddress()
    expect(await errorOf(send({ to, amount: SOL }))).toMatchObject({ code: 'SOLANA_TX_EXPIRED' })
    expect(chain.getLamports(to)).toBe(0n)
    isSlow = false
    await send({ to, amount: SOL })
    expect(chain.getLamports(to)).toBe(SOL)
  })

  it('F-38: refused by the node because it is there already → sent, not failed', async () => {
    const twice: typeof fetch = async (input, init) => {
      if (String(init?.body).includes('sendTransaction')) await fetch(input, init)
      return fetch(input, init)
    }
    const { send } = await playSite({ fetch: twice })
    const to = newAddress()
    expect(await send({ to, amount: SOL })).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
    expect(chain.getLamports(to)).toBe(SOL)
  })

  it('F-38: refused as too old after a try that got no answer → never called expired, since that one may land', async () => {
    let tries = 0
    const unsteady: typeof fetch = async (input, init) => {
      if (!String(init?.body).includes('sendTransaction')) return fetch(input, init)
      tries += 1
      if (tries === 1) throw new TypeError('Failed to fetch')
      chain.expire()
      return fetch(input, init)
    }
    const { send, services } = await playSite({ fetch: unsteady })
    const sending = errorOf(send({ to: newAddress(), amount: SOL }))
    await expect.poll(() => tries).toBe(1)
    await services.clock.advance(300)
    expect(await sending).toMatchObject({ code: 'REQUEST_UNANSWERED' })
    expect(tries).toBe(2)
  })

  it('F-03: a no costs nothing', async () => {
    const { send } = await playSite({ approve: async ({ feature }) => feature === 'standard:connect' })
    const to = newAddress()
    expect(await errorOf(send({ to, amount: SOL }))).toMatchObject({ code: 'USER_REJECTED', step: 'send' })
    expect(chain.getLamports(to)).toBe(0n)
  })

  it('sends as version 0 where the wallet takes nothing older', async () => {
    const { send, wallet } = await playSite({ versions: [0] })
    const to = newAddress()
    await send({ to, amount: SOL })
    expect(chain.getLamports(to)).toBe(SOL)
    const [input] = (wallet.calls.at(-1)?.inputs ?? []) as readonly { transaction: Uint8Array }[]
    expect(input?.transaction[65]).toBe(0x80)
  })

  it('names the fee of a transfer in lamports', async () => {
    const { adapter, connection } = await playSite()
    expect(await adapter.estimateGas?.(connection, { to: newAddress(), value: SOL })).toBe(5_000n)
  })
})

describe('solana on a public network', () => {
  let devnet: SolanaChain
  beforeAll(async () => {
    devnet = await startSolanaChain({ genesisHash: DEVNET })
  })
  afterAll(() => devnet.stop())

  it('lets the wallet send by its own node', async () => {
    const { send, wallet } = await playSite({ on: devnet, rpcUrl: devnet.url })
    const to = newAddress()
    await send({ to, amount: SOL })
    expect(devnet.getLamports(to)).toBe(SOL)
    expect(wallet.calls.at(-1)).toMatchObject({
      feature: 'solana:signAndSendTransaction',
      inputs: [{ chain: 'solana:devnet' }],
    })
  })

  it('F-30, F-38: what the wallet’s node says is named', async () => {
    const late = await playSite({
      on: devnet,
      rpcUrl: devnet.url,
      approve: async () => {
        devnet.expire()
        return true
      },
    })
    expect(await errorOf(late.send({ to: newAddress(), amount: SOL }))).toMatchObject({ code: 'SOLANA_TX_EXPIRED' })
  })

  describe('F-38: a signature that comes after the blockhash’s life', () => {
    /** A wallet whose owner takes as long as that, and whose node takes what it is given and may lose it. */
    async function playLate({ waitsMs, blocks, isLost }: { waitsMs: number; blocks: number; isLost: boolean }) {
      const site = await playSite({
        on: devnet,
        rpcUrl: devnet.url,
        walletFetch: async (input, init) => {
          const answer = isLost ? Response.json({ jsonrpc: '2.0', id: 1, result: LOST }) : await fetch(input, init)
          site.services.clock.sleep(waitsMs)
          devnet.passBlocks(blocks)
          return answer
        },
      })
      return site
    }

    it('is of a transaction that nobody saw → SOLANA_TX_EXPIRED; nothing was sent', async () => {
      const { send } = await playLate({ waitsMs: BLOCKHASH_LIFE_MS, blocks: 151, isLost: true })
      const to = newAddress()
      expect(await errorOf(send({ to, amount: SOL }))).toMatchObject({ code: 'SOLANA_TX_EXPIRED', step: 'send' })
      expect(devnet.getLamports(to)).toBe(0n)
    })

    it('is of one that the chain knows → sent', async () => {
      const { send } = await playLate({ waitsMs: BLOCKHASH_LIFE_MS, blocks: 151, isLost: false })
      const to = newAddress()
      expect(await send({ to, amount: SOL })).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
      expect(devnet.getLamports(to)).toBe(SOL)
    })

    it('is of one that may land still → sent, as far as anybody knows', async () => {
      const { send } = await playLate({ waitsMs: BLOCKHASH_LIFE_MS, blocks: 10, isLost: true })
      expect(await send({ to: newAddress(), amount: SOL })).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
    })
  })

  it('SEC-92: an address that answers for another chain is left out, and the next one asked', async () => {
    const { fetchBalance, address: owner } = await playSite({ on: devnet, urls: [chain.url, devnet.url] })
    expect((await fetchBalance(owner))?.value).toBe(5n * SOL)
    const lost = await playSite({ on: devnet, urls: [chain.url] })
    expect(await errorOf(Promise.resolve(lost.fetchBalance(owner)))).toMatchObject({ code: 'DATA_UNAVAILABLE' })
  })

  it('asks the next address when one does not serve this network', async () => {
    const post: typeof fetch = (input, init) =>
      String(input).includes('proxy.test')
        ? Promise.resolve(Response.json({ status: 'FAILED' }, { status: 404 }))
        : fetch(input, init)
    const site = await playSite({
      on: devnet,
      urls: ['https://proxy.test', devnet.url],
      fetch: post,
    })
    const { clock } = site.latchkey.instance.services as ReturnType<typeof createFakeServices>
    const reading = Promise.resolve(site.fetchBalance(site.address))
    let isRead = false
    void reading.finally(() => {
      isRead = true
    })
    // The proxy is tried three times first.
    while (!isRead) {
      await clock.advance(300)
      // The chain answers in its own time, not in that of this clock.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect((await reading)?.value).toBe(5n * SOL)
  })
})

describe('transactions of a site', () => {
  it('signs and sends a Transaction of web3.js', async () => {
    const { latchkey, address: owner } = await playSite()
    const from = new PublicKey(owner)
    const to = Keypair.generate().publicKey
    const transaction = new Transaction({ feePayer: from, ...(await fetchBlockhash()), lastValidBlockHeight: 1_000 })
    transaction.add(SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 1_000_000_000 }))
    const signed = await signSolanaTransaction(latchkey, transaction)
    expect(signed).toBeInstanceOf(Transaction)
    expect(signed.verifySignatures()).toBe(true)
    await signAndSendSolanaTransaction(latchkey, transaction)
    expect(chain.getLamports(to.toBase58())).toBe(SOL)
  })

  it('signs and sends a VersionedTransaction of web3.js, also one that somebody else has signed in part', async () => {
    const { latchkey, address: owner } = await playSite()
    const payer = Keypair.generate()
    chain.fund(payer.publicKey.toBase58(), SOL)
    const to = Keypair.generate().publicKey
    const transfer = SystemProgram.transfer({ fromPubkey: new PublicKey(owner), toPubkey: to, lamports: 1_000_000_000 })
    const { blockhash: recentBlockhash } = await fetchBlockhash()
    const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash, instructions: [transfer] })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    transaction.sign([payer])
    const signed = await signSolanaTransaction(latchkey, transaction)
    expect(signed).toBeInstanceOf(VersionedTransaction)
    expect(signed.signatures.every((signature) => signature.some((byte) => byte !== 0))).toBe(true)
    await signAndSendSolanaTransaction(latchkey, signed)
    expect(chain.getLamports(to.toBase58())).toBe(SOL)
  })

  it('signs and sends a transaction of kit, and keeps its kind', async () => {
    const { latchkey, address: owner } = await playSite()
    const to = newAddress()
    const transaction = await compileTransfer(owner, to)
    const signed: KitTransactionObject = await signSolanaTransaction(latchkey, transaction)
    expect(signed.messageBytes).toEqual(transaction.messageBytes)
    expect(signed.signatures[address(owner)]).toHaveLength(64)
    expect((signed as typeof transaction).lifetimeConstraint).toBe(transaction.lifetimeConstraint)
    expect(isTransactionWithinSizeLimit(signed)).toBe(true)
    await signAndSendSolanaTransaction(latchkey, transaction)
    expect(chain.getLamports(to)).toBe(SOL)
  })

  it('signs several in one prompt, and takes bytes', async () => {
    const { latchkey, address: owner, wallet } = await playSite()
    const wires = await Promise.all(
      [1, 2, 3].map(async () => {
        const { messageBytes } = await compileTransfer(owner, newAddress())
        return encodeUnsigned(Uint8Array.from(messageBytes))
      }),
    )
    const signed = await signSolanaTransactions(latchkey, wires)
    expect(signed.map((bytes) => Object.keys(getTransactionDecoder().decode(bytes).signatures))).toEqual([
      [owner],
      [owner],
      [owner],
    ])
    expect(wallet.calls.filter(({ feature }) => feature === 'solana:signTransaction')).toHaveLength(1)
  })

  it('F-38: one that was thought over for too long is told in the account’s view, where nothing sends it again', async () => {
    let isSlow = true
    const { latchkey, address: owner } = await playSite({
      approve: async () => {
        if (isSlow) chain.expire()
        return true
      },
    })
    const told = () => requestsOf(latchkey.instance).get().transaction
    const from = new PublicKey(owner)
    const prepare = async () => {
      const transaction = new Transaction({ feePayer: from, ...(await fetchBlockhash()), lastValidBlockHeight: 1_000 })
      return transaction.add(SystemProgram.transfer({ fromPubkey: from, toPubkey: from, lamports: 1 }))
    }
    expect(await errorOf(signAndSendSolanaTransaction(latchkey, await prepare()))).toMatchObject({
      code: 'SOLANA_TX_EXPIRED',
    })
    expect(told()).toEqual({
      code: 'SOLANA_TX_EXPIRED',
      namespace: 'solana',
      walletName: 'Local',
      networkId: expect.stringMatching(/^solana:/),
      address: owner,
    })
    isSlow = false
    await signAndSendSolanaTransaction(latchkey, await prepare())
    expect(told()).toBeUndefined()
  })

  it('sends instructions of both libraries as one transaction', async () => {
    const { latchkey, address: owner } = await playSite()
    const [first, second] = [newAddress(), newAddress()]
    await sendSolanaInstructions(latchkey, [
      getTransferSolInstruction({
        source: createNoopSigner(address(owner)),
        destination: address(first),
        amount: lamports(SOL),
      }),
      SystemProgram.transfer({
        fromPubkey: new PublicKey(owner),
        toPubkey: new PublicKey(second),
        lamports: 1_000_000_000,
      }),
    ])
    expect([chain.getLamports(first), chain.getLamports(second)]).toEqual([SOL, SOL])
  })

  it('refuses what is no transaction of this account with the reason, and tells nobody but the caller', async () => {
    const { latchkey, failures, wallet, address: owner } = await playSite()
    const stranger = await compileTransfer(newAddress(), newAddress())
    const unfinished = new Transaction().add(
      SystemProgram.transfer({ fromPubkey: new PublicKey(owner), toPubkey: new PublicKey(owner), lamports: 1 }),
    )
    for (const wrong of [stranger, unfinished, new Uint8Array(), new Uint8Array(2_000), {}, null, 'text'])
      expect(await errorOf(signSolanaTransaction(latchkey, wrong as Uint8Array))).toMatchObject({
        code: 'OPTION_INVALID',
      })
    expect(wallet.calls).toHaveLength(1)
    expect(failures).toEqual([])
  })

  it('tells the site’s listeners of a failure, and names wallets that cannot', async () => {
    const site = await playSite({ approve: async ({ feature }) => feature === 'standard:connect' })
    const transaction = await compileTransfer(site.address, newAddress())
    expect(await errorOf(signSolanaTransaction(site.latchkey, transaction))).toMatchObject({ code: 'USER_REJECTED' })
    expect(site.failures.map(({ code, final }) => [code, final])).toEqual([['USER_REJECTED', true]])
    const old = await playSite({ versions: ['legacy'] })
    const newer = await compileTransfer(old.address, newAddress())
    expect(await errorOf(signSolanaTransaction(old.latchkey, newer))).toMatchObject({ code: 'METHOD_NOT_GRANTED' })
    const sender = await playSite({ without: ['solana:signTransaction'], rpcUrl: chain.url })
    const wire = await compileTransfer(sender.address, newAddress())
    expect(await errorOf(signSolanaTransaction(sender.latchkey, wire))).toMatchObject({ code: 'METHOD_NOT_GRANTED' })
    await signAndSendSolanaTransaction(sender.latchkey, wire)
  })

  it('lets Coinbase Wallet, which takes objects of web3.js alone, sign those', async () => {
    const keys = Keypair.generate()
    chain.fund(keys.publicKey.toBase58(), 5n * SOL)
    const coinbaseSolana = {
      publicKey: keys.publicKey,
      connect: async () => undefined,
      signTransaction: async (transaction: VersionedTransaction) => {
        transaction.sign([keys])
        return transaction
      },
    }
    const walletWindow = Object.assign(new EventTarget(), { coinbaseSolana })
    const { latchkey } = createTestLatchkey({
      options: { networks: [toNetwork(chain)], adapters: [solana()] },
      services: createFakeServices({ walletWindow, fetch }),
    })
    await latchkey.connect({ connectorId: 'Coinbase Wallet', namespace: 'solana' })
    const owner = keys.publicKey
    const to = Keypair.generate().publicKey
    const transfer = SystemProgram.transfer({ fromPubkey: owner, toPubkey: to, lamports: 1_000_000_000 })
    const { blockhash: recentBlockhash } = await fetchBlockhash()
    const message = new TransactionMessage({ payerKey: owner, recentBlockhash, instructions: [transfer] })
    await signAndSendSolanaTransaction(latchkey, new VersionedTransaction(message.compileToV0Message()))
    expect(chain.getLamports(to.toBase58())).toBe(SOL)
    const wire = await compileTransfer(owner.toBase58(), newAddress())
    expect(await errorOf(signSolanaTransaction(latchkey, wire))).toMatchObject({ code: 'METHOD_NOT_GRANTED' })
  })

  it('without a connection → NOT_CONNECTED', async () => {
    const { latchkey } = await playSite()
    await latchkey.disconnect()
    expect(getSolanaWallet(latchkey)).toBeUndefined()
    expect(await errorOf(signSolanaTransaction(latchkey, new Uint8Array()))).toMatchObject({ code: 'NOT_CONNECTED' })
  })

  async function compileTransfer(from: string, to: string) {
    const source = createNoopSigner(address(from))
    const lifetime = await fetchBlockhash()
    return pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(address(from), message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) =>
        appendTransactionMessageInstructions(
          [getTransferSolInstruction({ source, destination: address(to), amount: lamports(SOL) })],
          message,
        ),
      compileTransaction,
    )
  }
})

describe('against kit, over random input', () => {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

  it('base58 is read and written alike', () => {
    for (let length = 0; length < 70; length += 1) {
      const bytes = random(length)
      if (length % 3 === 0) bytes.fill(0, 0, length / 2)
      expect(toBase58(bytes)).toBe(getBase58Decoder().decode(bytes))
      expect(fromBase58(toBase58(bytes))).toEqual(bytes)
    }
  })

  it('the same texts are addresses', () => {
    const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl +/'
    const texts = Array.from({ length: 2_000 }, (_, index) => {
      if (index % 2) return toBase58(random(30 + (index % 5)))
      const length = 30 + (index % 17)
      return Array.from(random(length), (byte) => letters[byte % (index % 4 ? 58 : letters.length)]).join('')
    })
    for (const text of texts) expect([text, parseAddress(text) !== undefined]).toEqual([text, isAddress(text)])
    for (const wrong of [undefined, null, 5, {}, '1'.repeat(100_000)]) expect(parseAddress(wrong)).toBeUndefined()
  })

  it('the same bytes are points of the curve', () => {
    for (let count = 0; count < 200; count += 1) {
      const bytes = random(32)
      expect(isOnCurve(bytes)).toBe(!isOffCurveAddress(getAddressDecoder().decode(bytes)))
    }
  })

  it('token accounts are derived alike', async () => {
    for (let count = 0; count < 30; count += 1) {
      const [mint, owner] = [toBase58(random(32)), toBase58(random(32))] as [Address, Address]
      const tokenProgram = count % 2 ? TOKEN_PROGRAM_ADDRESS : TOKEN_2022_PROGRAM_ADDRESS
      const [expected] = await findAssociatedTokenPda({ mint, owner, tokenProgram })
      expect(deriveTokenAccount({ program: tokenProgram, mint, owner })).toBe(expected)
    }
  })

  it('messages are written as kit reads them', async () => {
    for (let count = 0; count < 50; count += 1) {
      const people = await Promise.all([1, 2, 3, 4].map(async () => (await generateKeyPairSigner()).address))
      const [payer = '' as Address] = people
      const pick = () => people[(random(1)[0] ?? 0) % 8] ?? (toBase58(random(32)) as Address)
      const instructions = Array.from({ length: 1 + (count % 4) }, (_, index) => ({
        programAddress: pick(),
        accounts: Array.from({ length: count % 6 }, (_entry, at) => ({
          address: pick(),
          role: ((index + at + count) % 4) as 0 | 1 | 2 | 3,
        })),
        data: random(count * 3),
      }))
      const hash = blockhash(toBase58(random(32)))
      const version = count % 2 ? ('legacy' as const) : (0 as const)
      const bytes = encodeUnsigned(encodeMessage({ payer, blockhash: hash, instructions, version }))
      const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
      const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
      if (!('instructions' in message)) throw new Error('another version')
      const { staticAccounts, header } = message
      expect([message.version, message.lifetimeToken, staticAccounts[0]]).toEqual([version, hash, payer])
      expect(Object.keys(signatures)).toEqual(staticAccounts.slice(0, header.numSignerAccounts))
      const isSigner = (index: number) => index < header.numSignerAccounts
      const isWritable = (index: number) =>
        isSigner(index)
          ? index < header.numSignerAccounts - header.numReadonlySignerAccounts
          : index < staticAccounts.length - header.numReadonlyNonSignerAccounts
      for (const [at, instruction] of instructions.entries()) {
        const read = message.instructions[at]
        expect(staticAccounts[read?.programAddressIndex ?? -1]).toBe(instruction.programAddress)
        expect(Uint8Array.from(read?.data ?? [])).toEqual(instruction.data)
        expect(read?.accountIndices?.map((index) => staticAccounts[index]) ?? []).toEqual(
          instruction.accounts.map((account) => account.address),
        )
        for (const [place, { role }] of instruction.accounts.entries()) {
          const index = read?.accountIndices?.[place] ?? -1
          if (role & 1) expect(isWritable(index)).toBe(true)
          if (role & 2) expect(isSigner(index)).toBe(true)
        }
      }
      expect(getAddressEncoder().encode(payer)).toHaveLength(32)
    }
  })
})
