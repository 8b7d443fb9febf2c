import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { signSolanaTransaction, solana } from '../../../adapters/solana/index.ts'
import { decodeTransaction, encodeMessage, encodeUnsigned } from '../../../adapters/solana/wire.ts'
import { solanaDevnet, solana as solanaMainnet } from '../../../networks/solana.ts'
import type { NetworkId } from '../../types/network.ts'
import { sessionAdapters } from './sessionAdapters.ts'

const SEED = new Uint8Array(32).fill(9)
const LAMP = base58.encode(ed25519.getPublicKey(SEED))
const TO = 'So11111111111111111111111111111111111111112'
const OLD: NetworkId = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const OLD_DEVNET: NetworkId = 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'
const METHODS = ['solana_signMessage', 'solana_signTransaction']

const networks = [solanaMainnet, solanaDevnet] as const

/** A node that has all the SOL in the world. */
const playNode: typeof fetch = async (_input, init) => {
  const { id, method } = JSON.parse(String(init?.body)) as { id: number; method: string }
  const results: Record<string, unknown> = {
    getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    getBalance: { value: 5 },
    simulateTransaction: { value: { err: null, unitsConsumed: 450 } },
    getRecentPrioritizationFees: [{ slot: 1, prioritizationFee: 9_000_000 }],
    getLatestBlockhash: { value: { blockhash: TO, lastValidBlockHeight: 150 } },
    sendTransaction: 'sent',
  }
  return Response.json({ jsonrpc: '2.0', id, result: results[method] })
}

const connected = (...accounts: readonly [string, ...string[]]) =>
  connectPhone(accounts, { options: { networks, adapters: [solana()] }, methods: METHODS, fetch: playNode })

const sign = (bytes: Uint8Array) => ed25519.sign(decodeTransaction(bytes)?.message ?? new Uint8Array(), SEED)

test('a phone is asked for Solana’s networks by both of their ids', async () => {
  const { phone } = await connected(`${solanaMainnet.caipNetworkId}:${LAMP}`)
  const [proposal] = phone.proposals
  expect(proposal?.optionalNamespaces.solana?.chains).toEqual([
    solanaMainnet.caipNetworkId,
    OLD,
    solanaDevnet.caipNetworkId,
    OLD_DEVNET,
  ])
})

test('a session with the old id stands on the site’s network, and signs by the id that it holds, in base58', async () => {
  const { latchkey, phone, instance } = await connected(`${OLD}:${LAMP}`, `${OLD_DEVNET}:${LAMP}`)
  expect(latchkey.getState()).toMatchObject({ networkId: solanaMainnet.caipNetworkId, network: solanaMainnet })
  expect(instance.stores.connection.get().byNamespace.solana?.connection?.approvedNetworkIds).toEqual([
    solanaMainnet.caipNetworkId,
    solanaDevnet.caipNetworkId,
  ])
  const signing = latchkey.signMessage('Grüße')
  const request = await phone.until(() => phone.requests[0])
  const message = base58.encode(new TextEncoder().encode('Grüße'))
  expect(request).toMatchObject({ method: 'solana_signMessage', chainId: OLD, params: { message, pubkey: LAMP } })
  await phone.answer({ signature: 'abc' })
  await expect(signing).resolves.toBe('abc')
  await latchkey.switchNetwork(solanaDevnet.caipNetworkId)
  expect(latchkey.getState().networkId).toBe(solanaDevnet.caipNetworkId)
  void latchkey.signMessage('x').catch(() => undefined)
  expect(await phone.until(() => phone.requests[1])).toMatchObject({ chainId: OLD_DEVNET })
})

test.each([
  ['the signature alone', (bytes: Uint8Array) => ({ signature: base58.encode(sign(bytes)) })],
  [
    'the whole transaction',
    (bytes: Uint8Array) => {
      const signed = bytes.slice()
      signed.set(sign(bytes), 1)
      return { signature: '', transaction: base64.encode(signed) }
    },
  ],
])('SOL is sent through a phone that answers %s', async (_, answer) => {
  const { phone, instance } = await connected(`${solanaMainnet.caipNetworkId}:${LAMP}`)
  const connection = instance.stores.connection.get().byNamespace.solana?.connection
  const adapter = sessionAdapters(instance).solana
  if (!connection || !adapter?.send) throw new Error('cannot send')
  const sending = adapter.send(connection, { to: TO, amount: 5n })
  const { method, params } = await phone.until(() => phone.requests[0])
  expect([method, (params as { pubkey: string }).pubkey]).toEqual(['solana_signTransaction', LAMP])
  const bytes = base64.decode((params as { transaction: string }).transaction)
  await phone.answer(answer(bytes))
  expect(await sending).toBe(base58.encode(sign(bytes)))
})

test('a site’s own transaction is signed by a phone', async () => {
  const { latchkey, phone } = await connected(`${solanaMainnet.caipNetworkId}:${LAMP}`)
  const message = encodeMessage({ payer: LAMP, blockhash: TO, instructions: [], version: 0 })
  const signing = signSolanaTransaction(latchkey, encodeUnsigned(message))
  await phone.until(() => phone.requests[0])
  await phone.answer({ signature: base58.encode(ed25519.sign(message, SEED)) })
  const signed = decodeTransaction(await signing)
  expect(ed25519.verify(signed?.signatures[0] ?? SEED, message, base58.decode(LAMP))).toBe(true)
})

test.each([
  ['too long to be one, which is not even read,', '2'.repeat(400_000)],
  ['of other bytes', 'abc'],
  ['of other letters', '0OIl'],
])('an answer %s is no signature', async (_, signature) => {
  const { latchkey, phone } = await connected(`${solanaMainnet.caipNetworkId}:${LAMP}`)
  const message = encodeMessage({ payer: LAMP, blockhash: TO, instructions: [], version: 0 })
  const signing = signSolanaTransaction(latchkey, encodeUnsigned(message))
  signing.catch(() => undefined)
  await phone.until(() => phone.requests[0])
  await phone.answer({ signature })
  await expect(signing).rejects.toMatchObject({ code: 'UNKNOWN_FAILURE' })
})

test('F-03: a no on the phone is named; a session without the method cannot send', async () => {
  const made = await connected(`${solanaMainnet.caipNetworkId}:${LAMP}`)
  const message = encodeMessage({ payer: LAMP, blockhash: TO, instructions: [], version: 0 })
  const signing = signSolanaTransaction(made.latchkey, encodeUnsigned(message))
  signing.catch(() => undefined)
  await made.phone.until(() => made.phone.requests[0])
  await made.phone.deny(5000, 'User rejected.')
  await expect(signing).rejects.toMatchObject({ code: 'USER_REJECTED' })
  const options = { networks, adapters: [solana()] } as const
  const accounts = [`${solanaMainnet.caipNetworkId}:${LAMP}`] as const
  const narrow = await connectPhone(accounts, { options, methods: ['solana_signMessage'] })
  expect(sessionAdapters(narrow.instance).solana?.send).toBeUndefined()
  expect(sessionAdapters(narrow.instance).solana?.fetchBalance).toBeDefined()
})
