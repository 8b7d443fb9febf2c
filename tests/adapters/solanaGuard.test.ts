/** What a transaction of Solana would do, against the real runtime and the real token programs. */

import { TOKEN_2022_PROGRAM } from '@latchkey/testing/solana/calls.ts'
import { type SolanaChain, startSolanaChain } from '@latchkey/testing/solana/startSolanaChain.ts'
import { type Address, address, createNoopSigner, generateKeyPairSigner, type Instruction } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  AuthorityType,
  findAssociatedTokenPda,
  getApproveInstruction,
  getBurnInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSetAuthorityInstruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkTransaction, send, type TransactionCheck } from '../../packages/latchkey/src/actions/index.ts'
import { sendSolanaInstructions, solana } from '../../packages/latchkey/src/adapters/solana/index.ts'
import {
  encodeMessage,
  encodeUnsigned,
  type SolanaInstruction,
} from '../../packages/latchkey/src/adapters/solana/wire.ts'
import { answerQuestion } from '../../packages/latchkey/src/core/features/send/guard/guardRequest.ts'
import { guardOf } from '../../packages/latchkey/src/core/features/send/guard/state.ts'
import { addRecipient } from '../../packages/latchkey/src/core/features/send/recipients.ts'
import { createScriptedSolanaWallet } from '../../packages/latchkey/src/testing/index.ts'
import { createFakeServices } from '../../packages/testing/src/createFakeServices.ts'
import { createTestLatchkey } from '../../packages/testing/src/createTestLatchkey.ts'

const TOKEN_2022_PROGRAM_ADDRESS = address(TOKEN_2022_PROGRAM)

const SOL = 10n ** 9n
const UNSENT = { blockhash: '11111111111111111111111111111111', version: 'legacy' } as const

let chain: SolanaChain
beforeAll(async () => {
  chain = await startSolanaChain()
})
afterAll(() => chain.stop())

/** A visitor with SOL and 100 of a token on this chain. */
async function play({
  guard = false,
  program = TOKEN_PROGRAM_ADDRESS,
  url = chain.url,
}: {
  guard?: boolean
  program?: Address
  url?: string
} = {}) {
  const walletWindow = new EventTarget()
  const id = chain.genesisHash.slice(0, 32)
  const network = {
    id,
    name: 'Local Solana',
    chainNamespace: 'solana',
    caipNetworkId: `solana:${id}`,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [url] } },
  } as const
  const wallet = createScriptedSolanaWallet({ name: 'Local', fetch })
  const me = address(wallet.getAddress())
  chain.fund(me, 5n * SOL)
  wallet.register(walletWindow)
  const made = createTestLatchkey({
    options: { networks: [network], adapters: [solana()], features: { guard } },
    services: createFakeServices({ walletWindow, fetch }),
    loadModal: () => new Promise(() => {}),
  })
  await made.latchkey.connect({ connectorId: 'Local', namespace: 'solana' })
  const mint = address(await chain.createToken({ decimals: 2, owner: me, amount: 100n, program }))
  const [token] = await findAssociatedTokenPda({ owner: me, mint, tokenProgram: program })
  const owner = createNoopSigner(me)
  const check = (...instructions: readonly Instruction[]): Promise<TransactionCheck> => {
    const message = encodeMessage({ ...UNSENT, payer: me, instructions: instructions as readonly SolanaInstruction[] })
    return checkTransaction(made.latchkey, { transaction: encodeUnsigned(message) })
  }
  const friend = (await generateKeyPairSigner()).address
  return { ...made, me, mint, token, owner, check, friend, program: { programAddress: program } }
}
const codes = ({ findings }: TransactionCheck) => findings.map(({ code }) => code)

test('a payment of SOL is said, and takes its amount without the fee', async () => {
  const { latchkey, check, owner, friend } = await play()
  const found = await check(getTransferSolInstruction({ source: owner, destination: friend, amount: SOL }))
  expect(found.solana).toEqual([{ kind: 'pay', from: owner.address, to: friend, amount: SOL }])
  expect(found.effects).toEqual({
    status: 'simulated',
    isComplete: true,
    changes: [{ kind: 'native', before: 5n * SOL, after: 4n * SOL }],
  })
  expect(codes(found)).toEqual(['RECIPIENT_NEW'])
  latchkey.destroy()
})

test.each<[string, Address]>([
  ['SPL', TOKEN_PROGRAM_ADDRESS],
  ['Token-2022', TOKEN_2022_PROGRAM_ADDRESS],
])(
  'a token of %s that is sent is named by its mint and its receiver, and its balance falls',
  async (_, tokenProgram) => {
    const { latchkey, check, owner, friend, mint, token, program } = await play({ program: tokenProgram })
    const [ata] = await findAssociatedTokenPda({ owner: friend, mint, tokenProgram })
    const found = await check(
      getCreateAssociatedTokenIdempotentInstruction({ payer: owner, ata, owner: friend, mint, tokenProgram }),
      getTransferInstruction({ source: token, destination: ata, authority: owner, amount: 30n }, program),
    )
    expect(found.solana?.[1]).toMatchObject({ kind: 'moveToken', mint, to: friend, amount: 30n })
    expect(found.effects).toMatchObject({
      status: 'simulated',
      changes: [{ kind: 'native' }, { kind: 'token', token: mint, decimals: 2, before: 100n, after: 70n }],
    })
    expect(codes(found)).toEqual(['RECIPIENT_NEW'])
    latchkey.destroy()
  },
)

test('who may take tokens afterwards, and who controls the account, is read from the accounts themselves', async () => {
  const { latchkey, check, owner, friend, token, me } = await play()
  const approve = (amount: bigint) => getApproveInstruction({ source: token, delegate: friend, owner, amount })
  expect(codes(await check(approve(50n)))).toEqual(['DELEGATE_SET'])
  expect(codes(await check(approve(101n)))).toEqual(['APPROVAL_ABOVE_BALANCE', 'DELEGATE_SET'])
  expect(codes(await check(approve(2n ** 64n - 1n)))).toEqual(['APPROVAL_UNLIMITED', 'DELEGATE_SET'])
  const hand = getSetAuthorityInstruction({
    owned: token,
    owner,
    authorityType: AuthorityType.AccountOwner,
    newAuthority: friend,
  })
  const found = await check(hand)
  expect(found.effects).toMatchObject({ changes: [{ kind: 'token', before: 100n, after: 0n }] })
  expect(codes(found)).toEqual(['AUTHORITY_CHANGED', 'LOSES_MORE'])
  // System program, Assign: the account itself goes to another program.
  const data = Uint8Array.from([1, 0, 0, 0, ...new Uint8Array(32).fill(7)])
  const assign = {
    programAddress: address('11111111111111111111111111111111'),
    accounts: [{ address: me, role: 3 }],
    data,
  }
  expect(codes(await check(assign))).toContain('AUTHORITY_CHANGED')
  latchkey.destroy()
})

test('an account that is closed for somebody else, and what is burned, is said', async () => {
  const { latchkey, check, owner, friend, token, mint } = await play()
  const found = await check(
    getBurnInstruction({ account: token, mint, authority: owner, amount: 100n }),
    getCloseAccountInstruction({ account: token, destination: friend, owner }),
  )
  expect(found.solana).toMatchObject([
    { kind: 'burn', amount: 100n },
    { kind: 'close', to: friend },
  ])
  expect(codes(found)).toEqual(['CLOSES_TO_OTHER'])
  latchkey.destroy()
})

test('a program that nobody knows is a warning, and a transaction that would fail a danger', async () => {
  const { latchkey, check, owner, friend } = await play()
  const unknown = { programAddress: friend, accounts: [], data: new Uint8Array() }
  expect(codes(await check(unknown))).toEqual(['WOULD_FAIL', 'PROGRAM_UNKNOWN'])
  const tooMuch = await check(getTransferSolInstruction({ source: owner, destination: friend, amount: 50n * SOL }))
  expect(codes(tooMuch)).toEqual(['WOULD_FAIL', 'RECIPIENT_NEW'])
  latchkey.destroy()
})

test('SEC-94: oneself, the mint, nobody, and an address made to be taken for another one', async () => {
  const { latchkey, instance, check, owner, me, mint, token, friend } = await play()
  const pay = (destination: string) =>
    check(getTransferSolInstruction({ source: owner, destination: address(destination), amount: 1_000_000n }))
  expect(codes(await pay(me))).toEqual(['RECIPIENT_SELF'])
  expect(codes(await pay('1nc1nerator11111111111111111111111111111111'))).toContain('RECIPIENT_BURN')
  const toMint = await check(getTransferInstruction({ source: token, destination: mint, authority: owner, amount: 1n }))
  expect(codes(toMint)).toContain('RECIPIENT_TOKEN')
  const twin = `${friend.slice(0, 5)}${[...friend.slice(5, -6)].reverse().join('')}${friend.slice(-6)}`
  addRecipient(instance, 'solana', twin)
  expect((await pay(friend)).findings[0]).toMatchObject({ code: 'RECIPIENT_LOOKALIKE', level: 'danger' })
  addRecipient(instance, 'solana', friend)
  expect(codes(await pay(friend))).toEqual([])
  latchkey.destroy()
})

test('without a node that answers, what the data says is said, and that the effects could not be checked', async () => {
  const { latchkey, check, owner, friend, token, services } = await play({ url: 'http://127.0.0.1:9' })
  const checking = check(
    getApproveInstruction({ source: token, delegate: friend, owner, amount: 1n }),
    getTransferSolInstruction({ source: owner, destination: friend, amount: 1n }),
  )
  let isOver = false
  checking.finally(() => {
    isOver = true
  })
  while (!isOver) await services.clock.advance(1_000).then(() => new Promise((resolve) => setTimeout(resolve, 5)))
  const found = await checking
  expect(found.effects).toEqual({ status: 'unchecked' })
  expect(codes(found)).toEqual(['DELEGATE_SET', 'RECIPIENT_NEW', 'EFFECTS_UNCHECKED'])
  latchkey.destroy()
})

test('with features.guard the visitor is asked before the wallet is, once for each transaction', async () => {
  const { latchkey, instance, owner, friend } = await play({ guard: true })
  const answer = async (word: 'continue' | 'reject') => {
    await expect.poll(() => guardOf(instance).get().questions[0]?.check?.solana?.[0]).toMatchObject({ kind: 'pay' })
    answerQuestion(instance, guardOf(instance).get().questions[0]?.id ?? 0, word)
  }
  const pay = [getTransferSolInstruction({ source: owner, destination: friend, amount: SOL })]
  const refused = sendSolanaInstructions(latchkey, pay as readonly SolanaInstruction[])
  refused.catch(() => undefined)
  await answer('reject')
  await expect(refused).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(chain.getLamports(friend)).toBe(0n)
  const sent = sendSolanaInstructions(latchkey, pay as readonly SolanaInstruction[])
  await answer('continue')
  await sent
  expect(chain.getLamports(friend)).toBe(SOL)
  const again = send(latchkey, { to: friend, amount: SOL }, { namespace: 'solana' })
  await answer('continue')
  await again
  expect(chain.getLamports(friend)).toBe(2n * SOL)
  expect(guardOf(instance).get().questions).toEqual([])
  latchkey.destroy()
})

test.each<[string, unknown]>([
  ['no bytes', 'AQ=='],
  ['too few', new Uint8Array(10)],
  ['too many', new Uint8Array(1_233)],
  ['a later version', Uint8Array.from([0, 0x81, ...new Uint8Array(100)])],
])('a transaction that is %s is REQUEST_INVALID', async (_, transaction) => {
  const { latchkey } = await play()
  await expect(checkTransaction(latchkey, { transaction } as never)).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  latchkey.destroy()
})
