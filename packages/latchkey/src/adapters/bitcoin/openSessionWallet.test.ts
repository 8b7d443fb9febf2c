import { expect, it } from 'vitest'
import type { Connection } from '../../core/types/adapter.ts'
import { openSessionWallet } from './openSessionWallet.ts'

const ADDRESS = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'

function open(answer: unknown) {
  const calls: unknown[] = []
  const provider = {
    request: async (call: unknown) => {
      calls.push(call)
      return answer
    },
  }
  const connector = {
    id: 'walletConnect',
    name: 'Phone',
    namespace: 'bip122',
    type: 'WALLET_CONNECT',
    provider,
  } as const
  const connection: Connection = {
    connector,
    accounts: [{ address: ADDRESS, type: 'payment' }],
    networkId: 'bip122:000000000019d6689c085ae165831e93',
    provider,
  }
  return { calls, wallet: openSessionWallet(connection) }
}

it('a wallet on a phone is asked for a PSBT with a list of inputs', async () => {
  const { calls, wallet } = open({ psbt: 'cHNidP8=', txid: 'ab' })
  expect(await wallet.signPsbt?.({ psbt: 'cHNidP8=', signInputs: { [ADDRESS]: [0, 2] } })).toEqual({
    psbt: 'cHNidP8=',
    txid: 'ab',
  })
  const signInputs = [
    { address: ADDRESS, index: 0 },
    { address: ADDRESS, index: 2 },
  ]
  expect(calls).toEqual([
    { method: 'signPsbt', params: { account: ADDRESS, psbt: 'cHNidP8=', signInputs, broadcast: false } },
  ])
})

it('a wallet on a phone is asked for a payment with the amount as a text', async () => {
  const { calls, wallet } = open({ txid: 'ab' })
  expect(await wallet.sendTransfer?.({ from: ADDRESS, to: 'bc1qto', amount: 1_500n })).toBe('ab')
  expect(calls).toEqual([
    { method: 'sendTransfer', params: { account: ADDRESS, recipientAddress: 'bc1qto', amount: '1500' } },
  ])
})
