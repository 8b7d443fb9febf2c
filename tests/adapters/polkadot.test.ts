/** Polkadot signatures that pass through the adapter, of real sr25519 keys, checked by the library of the curve. */
import { getPublicKey, secretFromSeed, sign, verify } from '@scure/sr25519'
import { describe, expect, it, vi } from 'vitest'
import { polkadot, signPayload } from '../../packages/latchkey/src/adapters/polkadot/index.ts'
import { checkAttempt } from '../../packages/latchkey/src/core/kernel/attempt/checkAttempt.ts'
import { kusama, polkadot as relay } from '../../packages/latchkey/src/networks/index.ts'
import {
  createScriptedPolkadotWallet,
  type LocalPolkadotAccount,
  type ScriptedPolkadotWalletOptions,
  toLocalSs58,
} from '../../packages/latchkey/src/testing/index.ts'
import { createFakeServices } from '../../packages/testing/src/createFakeServices.ts'
import { createTestLatchkey } from '../../packages/testing/src/createTestLatchkey.ts'

/** An account of sr25519, as most are. */
function createAccount(seedByte: number): LocalPolkadotAccount {
  const secret = secretFromSeed(new Uint8Array(32).fill(seedByte))
  const publicKey = getPublicKey(secret)
  return {
    address: toLocalSs58(publicKey),
    name: `Account ${seedByte}`,
    type: 'sr25519',
    publicKey,
    sign: (message) => sign(secret, message),
  }
}

async function playPage(options: ScriptedPolkadotWalletOptions = {}) {
  const walletWindow = new EventTarget()
  const services = createFakeServices({ walletWindow })
  const wallet = createScriptedPolkadotWallet({ key: 'polkadot-js', accounts: [createAccount(1)], ...options })
  wallet.install(walletWindow)
  const other = createScriptedPolkadotWallet({ key: 'talisman' })
  other.install(walletWindow)
  const test = createTestLatchkey({ options: { networks: [relay, kusama], adapters: [polkadot()] }, services })
  await test.latchkey.connect({ namespace: 'polkadot', connectorId: 'polkadot-js' })
  return { ...test, walletWindow, wallet, other }
}

const toBytes = (text: string) => Uint8Array.from(Buffer.from(text.replace(/^0x/, ''), 'hex'))

describe('a real injected wallet', () => {
  it.each([true, false])('signs a text that verifies with sr25519; wrapped %s', async (wraps) => {
    const { latchkey, wallet } = await playPage({ wraps })
    const text = 'shop.test wants you to sign in: Grüße, 世界'
    const signature = toBytes(await latchkey.signMessage(text, { namespace: 'polkadot' }))
    const publicKey = wallet.getAccounts()[0]?.publicKey ?? new Uint8Array()
    const holds = [`<Bytes>${text}</Bytes>`, text].map((form) =>
      verify(new TextEncoder().encode(form), signature, publicKey),
    )
    expect(holds).toEqual([wraps, !wraps])
    latchkey.destroy()
  })

  it('is the only one that is opened, shows its address for each network, and is restored', async () => {
    const { latchkey, wallet, other, walletWindow, services } = await playPage()
    const publicKey = wallet.getAccounts()[0]?.publicKey ?? new Uint8Array()
    expect(latchkey.getState().address).toBe(toLocalSs58(publicKey, 0))
    await latchkey.switchNetwork(kusama.caipNetworkId)
    await vi.waitFor(() => expect(latchkey.getState().address).toBe(toLocalSs58(publicKey, 2)))
    expect(other.calls).toEqual([])
    latchkey.destroy()

    const again = createTestLatchkey({
      options: { networks: [relay, kusama], adapters: [polkadot()] },
      services: createFakeServices({ walletWindow, disk: services.disk }),
    })
    await vi.waitFor(() => expect(again.latchkey.getState().status).toBe('connected'))
    expect(again.latchkey.getState()).toMatchObject({
      address: toLocalSs58(publicKey, 2),
      networkId: kusama.caipNetworkId,
    })
    await again.latchkey.disconnect()
    expect(again.latchkey.getState().status).toBe('disconnected')
    again.latchkey.destroy()
  })

  it('signs an extrinsic’s payload as it is', async () => {
    const { latchkey, wallet } = await playPage()
    const payload = { address: wallet.getAccounts()[0]?.address, genesisHash: '0x91b171bb', nonce: '0x0' }
    const answer = (await signPayload(latchkey, payload)) as { signature: string }
    const publicKey = wallet.getAccounts()[0]?.publicKey ?? new Uint8Array()
    expect(verify(new TextEncoder().encode(JSON.stringify(payload)), toBytes(answer.signature), publicKey)).toBe(true)
    latchkey.destroy()
  })

  it('without signPayload → METHOD_NOT_GRANTED; without a connection → NOT_CONNECTED', async () => {
    const { latchkey, failures } = await playPage({ lacks: ['signPayload'] })
    await expect(signPayload(latchkey, {})).rejects.toMatchObject({ code: 'METHOD_NOT_GRANTED' })
    expect(failures.map(({ code }) => code)).toEqual(['METHOD_NOT_GRANTED'])
    await latchkey.disconnect()
    await expect(signPayload(latchkey, {})).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    latchkey.destroy()
  })

  it('F-41: enable that hangs is a hint after 3 s; “Check again” opens that wallet alone, and its yes connects', async () => {
    const walletWindow = new EventTarget()
    const services = createFakeServices({ walletWindow })
    const wallet = createScriptedPolkadotWallet({ key: 'polkadot-js', script: { enable: [{ kind: 'hang' }] } })
    const other = createScriptedPolkadotWallet({ key: 'talisman' })
    wallet.install(walletWindow)
    other.install(walletWindow)
    const { latchkey, instance, failures } = createTestLatchkey({
      options: { networks: [relay], adapters: [polkadot()] },
      services,
    })
    const connecting = latchkey.connect({ namespace: 'polkadot', connectorId: 'polkadot-js' })
    await vi.waitFor(() => expect(wallet.calls.map(({ method }) => method)).toEqual(['enable']))
    await services.clock.advance(2_999)
    expect(instance.stores.connection.get().attempt?.hint).toBeUndefined()
    await services.clock.advance(1)
    expect(instance.stores.connection.get().attempt).toMatchObject({ phase: 'waiting', hint: 'POLKADOT_NOT_ALLOWED' })
    expect(failures).toMatchObject([{ code: 'POLKADOT_NOT_ALLOWED', step: 'connect', final: false }])

    await checkAttempt(instance)
    await connecting
    expect(latchkey.getState().status).toBe('connected')
    expect(other.calls).toEqual([])
    latchkey.destroy()
  })
})
