import { testNetwork } from '@latchkey/testing'
import { connectPhone } from '@latchkey/testing/connectPhone.ts'
import { expect, test } from 'vitest'
import type { AfterConnectInput } from '../../types/afterConnect.ts'
import { runAfterConnect } from './runAfterConnect.ts'

const LOWER = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const OTHER = '0x52908400098527886e0f7030069857d2e4169ee7'
const LAMP = 'So11111111111111111111111111111111111111112'
const ETH = `eip155:1:${LOWER}`
const SOL = `solana:main:${LAMP}`
const networks = [testNetwork(1), testNetwork('main', { chainNamespace: 'solana' })] as const

/** A phone that shared accounts of two namespaces, on a site that wants to know who is there. */
async function connectBoth(run: (input: AfterConnectInput) => Promise<void>) {
  return connectPhone([ETH, SOL], { options: { networks, afterConnect: [{ name: 'sign-in', required: true, run }] } })
}

test('one yes to two namespaces asks for one sign-in: the other has its turn when it becomes the active one', async () => {
  const signedIn: string[] = []
  const { latchkey, phone } = await connectBoth(
    async ({ account }) => void signedIn.push(account.address.toLowerCase()),
  )
  expect(signedIn).toEqual([LOWER])
  await latchkey.switchNetwork('solana:main')
  await phone.clock.advance(10)
  expect(signedIn).toEqual([LOWER, LAMP.toLowerCase()])
  await latchkey.switchNetwork('eip155:1')
  await latchkey.switchNetwork('solana:main')
  await phone.clock.advance(10)
  expect(signedIn).toHaveLength(2)
})

test('a namespace that was left before its turn came asks nothing', async () => {
  const signedIn: string[] = []
  const { instance, latchkey, phone } = await connectBoth(async ({ network }) => void signedIn.push(network.name))
  const leaving = latchkey.disconnect()
  await phone.until(() => latchkey.getState().status === 'disconnected')
  await leaving
  await latchkey.switchNetwork('solana:main')
  expect(signedIn).toEqual(['Network 1'])
  expect(instance.live.steps?.putOff.size).toBe(0)
})

test('a sign-in that runs is joined, not doubled; another account has one of its own', async () => {
  const signedIn: string[] = []
  let finish = (): void => undefined
  const { instance, phone, session } = await connectBoth(async ({ account }) => {
    signedIn.push(account.address.toLowerCase())
    if (signedIn.length === 2) await new Promise<void>((resolve) => (finish = resolve))
  })
  const both = [runAfterConnect(instance, 'eip155'), runAfterConnect(instance, 'eip155')]
  expect(signedIn).toEqual([LOWER, LOWER])
  const { eip155, solana } = session.namespaces
  if (!eip155 || !solana) throw new Error('nothing granted')
  const namespaces = { eip155: { ...eip155, accounts: [`eip155:1:${OTHER}`] }, solana }
  void phone.client.update({ topic: session.topic, namespaces })
  await phone.until(() => signedIn.length === 3)
  expect(signedIn[2]).toBe(OTHER)
  finish()
  await Promise.all(both)
  expect(instance.live.steps?.running.size).toBe(0)
})
