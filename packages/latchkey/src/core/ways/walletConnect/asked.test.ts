import { createFakeServices, createTestLatchkey, testNetwork } from '@latchkey/testing'
import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { createTestPhone } from '@latchkey/testing/createTestPhone.ts'
import { expect, test } from 'vitest'
import { connectWalletConnect } from './connectWalletConnect.ts'

const LOWER = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const ETH = `eip155:1:${LOWER}`
const TEN = `eip155:10:${LOWER}`
const networks = [testNetwork(1), testNetwork(10), testNetwork('main', { chainNamespace: 'solana' })] as const

test('what the site asks for takes the place of what is usual, part by part, and is optional', async () => {
  const eip155 = { chains: ['eip155:10'], methods: ['personal_sign'], events: ['chainChanged'] } as const
  const options = { networks, walletConnect: { namespaces: { eip155, solana: { methods: ['solana_signMessage'] } } } }
  const { phone } = await connectPhone([TEN], { options })
  expect(phone.proposals[0]?.requiredNamespaces).toEqual({})
  expect(phone.proposals[0]?.optionalNamespaces).toEqual({
    eip155,
    solana: {
      chains: ['solana:main'],
      methods: ['solana_signMessage'],
      events: ['accountsChanged', 'chainChanged'],
    },
  })
})

test('F-15: a namespace that the site does not ask for is not missing', async () => {
  const options = { networks, walletConnect: { namespaces: { solana: { chains: [] } } } }
  const { phone, codesOf } = await connectPhone([ETH], { options })
  expect(Object.keys(phone.proposals[0]?.optionalNamespaces ?? {})).toEqual(['eip155'])
  expect(codesOf()).toEqual([])
})

test('a new session begins on the default chain if the wallet shares an account there, else on the active network', async () => {
  const options = { networks, walletConnect: { namespaces: { eip155: { defaultChain: 'eip155:10' } } } } as const
  const both = await connectPhone([ETH, TEN], { options })
  expect(both.latchkey.getState().networkId).toBe('eip155:10')
  const one = await connectPhone([ETH], { options })
  expect(one.latchkey.getState().networkId).toBe('eip155:1')
})

test('a restored session stays where the visitor was, not on the default chain', async () => {
  const options = { networks, walletConnect: { namespaces: { eip155: { defaultChain: 'eip155:10' } } } } as const
  const { phone, latchkey, services } = await connectPhone([ETH, TEN], { options })
  await latchkey.switchNetwork('eip155:1')
  const next = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect, disk: services.disk })
  const loaded = createTestLatchkey({ services: next, options })
  await phone.until(() => loaded.latchkey.getState().status === 'connected')
  expect(loaded.latchkey.getState().networkId).toBe('eip155:1')
})

test('F-14: no second proposal is made for a network that the site does not ask for', async () => {
  const phone = await createTestPhone()
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect })
  const { instance } = createTestLatchkey({
    services,
    options: { networks, walletConnect: { namespaces: { eip155: { chains: ['eip155:10'] } } } },
  })
  const asked = connectWalletConnect(instance)
  asked.catch(() => undefined)
  await phone.refuse(await phone.until(() => instance.stores.connection.get().attempt?.pairing?.uri), 5100)
  await phone.until(() => instance.stores.connection.get().attempt?.phase === 'failed')
  await expect(asked).rejects.toMatchObject({ code: 'CHAINS_UNSUPPORTED' })
  expect(phone.proposals).toHaveLength(1)
})

test('a wrong option is an error of set-up when a wallet is asked, and the visitor sees that it failed', async () => {
  const phone = await createTestPhone()
  const services = createFakeServices({ clock: phone.clock, walletConnect: phone.walletConnect })
  const { instance, failures } = createTestLatchkey({
    services,
    options: { walletConnect: { namespaces: { eip155: { chains: ['eip155:5'] } } } },
  })
  const asked = connectWalletConnect(instance)
  asked.catch(() => undefined)
  await phone.until(() => instance.stores.connection.get().attempt?.phase === 'failed')
  await expect(asked).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
  expect(instance.stores.connection.get().attempt).toMatchObject({
    phase: 'failed',
    error: { code: 'OPTION_CONFLICT' },
  })
  expect(failures).toMatchObject([{ code: 'UNKNOWN_FAILURE', final: true, cause: { code: 'OPTION_CONFLICT' } }])
  expect(phone.countOpened()).toBe(0)
})
