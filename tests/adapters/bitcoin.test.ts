/**
 * Bitcoin signatures that pass through the adapter, checked by a second implementation; the published vectors of BIP-322; and
 * a PSBT that a library builds, a wallet signs on the adapter's request, and the library finishes.
 */
import { p2wpkh, Transaction, WIF } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import { bitcoin, sendTransfer, signPsbt } from '../../packages/latchkey/src/adapters/bitcoin/index.ts'
import { bitcoinSignet, bitcoin as mainnet } from '../../packages/latchkey/src/networks/index.ts'
import {
  type BitcoinWalletKind,
  createLocalBitcoinAccount,
  createScriptedBitcoinWallet,
  type LocalBitcoinAccount,
  type ScriptedBitcoinWalletOptions,
} from '../../packages/latchkey/src/testing/index.ts'
import { createFakeServices } from '../../packages/testing/src/createFakeServices.ts'
import { createTestLatchkey } from '../../packages/testing/src/createTestLatchkey.ts'

const WALLETS = ['wallet-standard', 'sats-connect', 'unisat', 'okx'] as const satisfies readonly BitcoinWalletKind[]
const ADDRESSES = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const
/** The key of the vectors and its addresses. Source: BIP-322, "Test vectors". */
const KEY = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'
const SEGWIT = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const TAPROOT = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'

/** A page with one wallet, connected through a whole instance. */
async function playPage(options: ScriptedBitcoinWalletOptions) {
  const walletWindow = new EventTarget()
  const wallet = createScriptedBitcoinWallet(options)
  wallet.install(walletWindow)
  const test = createTestLatchkey({
    options: { networks: [mainnet, bitcoinSignet], adapters: [bitcoin()] },
    services: createFakeServices({ walletWindow }),
  })
  const [connector] = test.latchkey.getConnectors('bip122')
  if (!connector) throw new Error('no connector')
  await test.latchkey.connect({ namespace: 'bip122', connectorId: connector.id })
  return { ...test, wallet, connector }
}

describe('messages of real keys', () => {
  it.each(WALLETS.flatMap((kind) => ADDRESSES.map((payment) => [kind, payment] as const)))(
    '%s: what a %s address signs through the adapter holds for bip322-js, for this text and address alone',
    async (kind, payment) => {
      const { latchkey, wallet } = await playPage({ kind, payment, hasOrdinals: false })
      const address = wallet.getAccounts()[0]?.address ?? ''
      expect(latchkey.getState().address).toBe(address)
      const text = 'shop.test wants you to sign in: Grüße, 世界'
      const signature = await latchkey.signMessage(text, { namespace: 'bip122' })
      expect(Verifier.verifySignature(address, text, signature)).toBe(true)
      expect(Verifier.verifySignature(address, `${text}.`, signature)).toBe(false)
      const other = createLocalBitcoinAccount(payment).address
      expect(Verifier.verifySignature(other, text, signature)).toBe(false)
      latchkey.destroy()
    },
  )

  it.each(['p2wpkh', 'p2tr', 'p2sh-p2wpkh'] as const)('BIP-322 simple of a %s address holds for bip322-js', (kind) => {
    const account = createLocalBitcoinAccount(kind)
    const signature = account.signMessage('Hello World', 'BIP322')
    expect(Verifier.verifySignature(account.address, 'Hello World', signature)).toBe(true)
    expect(Verifier.verifySignature(account.address, 'Hello', signature)).toBe(false)
  })

  it('a scripted wallet’s addresses are the published ones of a published key', () => {
    const privateKey = Buffer.from(WIF().decode(KEY)).toString('hex')
    expect(createLocalBitcoinAccount('p2wpkh', 'mainnet', privateKey).address).toBe(SEGWIT)
    expect(createLocalBitcoinAccount('p2tr', 'mainnet', privateKey).address).toBe(TAPROOT)
  })
})

describe('the vectors of BIP-322 pass through the adapter untouched', () => {
  it.each([
    [
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'Hello World',
      'smpAkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
  ])('message "%s", %s', async (message, signature) => {
    const { latchkey, wallet } = await playPage({ kind: 'sats-connect' })
    const address = wallet.getAccounts()[0]?.address
    wallet.answer('signMessage', { kind: 'ok', value: { signature, address } })
    expect(await latchkey.signMessage(message, { namespace: 'bip122' })).toBe(signature)
    // The later spelling has a prefix, which the verifier of today does not know.
    expect(Verifier.verifySignature(SEGWIT, message, signature.replace(/^smp/, ''))).toBe(true)
    latchkey.destroy()
  })
})

describe('transactions', () => {
  /** Signs really, with the keys of the wallet. */
  const sign = async (bytes: Uint8Array, accounts: readonly LocalBitcoinAccount[], finalize: boolean) => {
    const transaction = Transaction.fromPSBT(bytes)
    for (const { privateKey } of accounts) {
      try {
        transaction.sign(Buffer.from(privateKey, 'hex'))
      } catch {
        // None of its inputs.
      }
    }
    if (finalize) transaction.finalize()
    return transaction.toPSBT()
  }
  /** A payment from the wallet's own coin. */
  const build = (publicKey: string) => {
    const payment = p2wpkh(Buffer.from(publicKey, 'hex'))
    const transaction = new Transaction()
    transaction.addInput({
      txid: '11'.repeat(32),
      index: 0,
      witnessUtxo: { script: payment.script, amount: 100_000n },
    })
    transaction.addOutputAddress(SEGWIT, 90_000n)
    return Buffer.from(transaction.toPSBT()).toString('base64')
  }

  it.each(WALLETS)('%s: a PSBT comes back signed, in base64, and is whole', async (kind) => {
    const { latchkey, wallet } = await playPage({ kind, signPsbt: sign })
    const [account] = wallet.getAccounts()
    if (!account) throw new Error('no account')
    const psbt = build(account.publicKey)
    const signed = await signPsbt(latchkey, { psbt, signInputs: { [account.address]: [0] } })
    expect(signed.txid).toBeUndefined()
    const transaction = Transaction.fromPSBT(Buffer.from(signed.psbt ?? '', 'base64'))
    transaction.finalize()
    expect(transaction.isFinal).toBe(true)
    expect(transaction.getOutput(0).amount).toBe(90_000n)
    latchkey.destroy()
  })

  it('Leather: a PSBT travels as hexadecimal, with the indexes alone', async () => {
    const { latchkey, wallet } = await playPage({ kind: 'sats-connect', path: 'LeatherProvider' })
    const [account] = wallet.getAccounts()
    const psbt = build(account?.publicKey ?? '')
    wallet.answer('signPsbt', { kind: 'ok', value: { hex: Buffer.from(psbt, 'base64').toString('hex') } })
    expect(await signPsbt(latchkey, { psbt, signInputs: { [account?.address ?? '']: [0] } })).toEqual({ psbt })
    expect(wallet.calls.at(-1)?.params[0]).toMatchObject({
      hex: Buffer.from(psbt, 'base64').toString('hex'),
      signAtIndex: [0],
      broadcast: false,
      network: 'mainnet',
    })
    latchkey.destroy()
  })

  it.each(['sats-connect', 'unisat', 'okx'] as const)('%s: a PSBT is sent where that is asked', async (kind) => {
    const { latchkey, wallet } = await playPage({ kind, signPsbt: sign })
    const psbt = build(wallet.getAccounts()[0]?.publicKey ?? '')
    const sent = await signPsbt(latchkey, { psbt, broadcast: true })
    expect(sent.txid).toMatch(/^5{64}$/)
    const pushed = wallet.calls.filter(({ method }) => method === 'pushPsbt').length
    expect(pushed).toBe(kind === 'sats-connect' ? 0 : 1)
    latchkey.destroy()
  })

  it('a wallet that only signs → METHOD_NOT_GRANTED, and the host hears of it', async () => {
    const { latchkey, wallet, failures } = await playPage({ kind: 'wallet-standard', signPsbt: sign })
    const psbt = build(wallet.getAccounts()[0]?.publicKey ?? '')
    await expect(signPsbt(latchkey, { psbt, broadcast: true })).rejects.toMatchObject({ code: 'METHOD_NOT_GRANTED' })
    await expect(sendTransfer(latchkey, { to: SEGWIT, amount: 5n })).rejects.toMatchObject({
      code: 'METHOD_NOT_GRANTED',
    })
    expect(failures.map(({ code, step, namespace }) => [code, step, namespace])).toEqual([
      ['METHOD_NOT_GRANTED', 'send', 'bip122'],
      ['METHOD_NOT_GRANTED', 'send', 'bip122'],
    ])
    latchkey.destroy()
  })

  it.each([
    ['sats-connect', 'ScriptedProvider', [{ recipients: [{ address: SEGWIT, amount: 1_500 }] }]],
    ['sats-connect', 'LeatherProvider', [{ recipients: [{ address: SEGWIT, amount: '1500' }], network: 'mainnet' }]],
    ['unisat', 'unisat', [SEGWIT, 1_500]],
    ['okx', undefined, [SEGWIT, 1_500]],
  ] as const)('%s at %s pays in satoshi', async (kind, path, params) => {
    const { latchkey, wallet } = await playPage({ kind, path })
    expect(await sendTransfer(latchkey, { to: SEGWIT, amount: 1_500n })).toMatch(/^7{64}$/)
    expect(wallet.calls.at(-1)?.params).toEqual(params)
    latchkey.destroy()
  })

  it.each([
    [{ to: SEGWIT, amount: 0n }, 'PAYLOAD_UNSAFE'],
    [{ to: SEGWIT, amount: -1n }, 'PAYLOAD_UNSAFE'],
    [{ to: SEGWIT, amount: 2_100_000_000_000_001n }, 'PAYLOAD_UNSAFE'],
    [{ to: 'somebody', amount: 1n }, 'PAYLOAD_UNSAFE'],
    [{ to: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', amount: 1n }, 'BITCOIN_NETWORK_MISMATCH'],
  ])('a payment of %o is not asked for: %s', async (request, code) => {
    const { latchkey, wallet } = await playPage({ kind: 'sats-connect' })
    await expect(sendTransfer(latchkey, request)).rejects.toMatchObject({ code })
    expect(wallet.calls.some(({ method }) => method === 'sendTransfer')).toBe(false)
    latchkey.destroy()
  })

  it.each([[''], ['nonsense!'], ['AAAA'], ['cHNidA==']])('%o is no PSBT, and is not asked for', async (psbt) => {
    const { latchkey, wallet } = await playPage({ kind: 'sats-connect', signPsbt: sign })
    await expect(signPsbt(latchkey, { psbt })).rejects.toMatchObject({ code: 'PAYLOAD_UNSAFE' })
    expect(wallet.calls.some(({ method }) => method === 'signPsbt')).toBe(false)
    latchkey.destroy()
  })

  it.each(['unisat', 'okx'] as const)('F-08: %s pays from no other account than the connected one', async (kind) => {
    const { latchkey, wallet } = await playPage({ kind })
    wallet.answerAlways('getAccounts', { kind: 'ok', value: [TAPROOT] })
    await expect(sendTransfer(latchkey, { to: SEGWIT, amount: 5n })).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_SHARED',
    })
    expect(wallet.calls.some(({ method }) => method === 'sendBitcoin')).toBe(false)
    latchkey.destroy()
  })

  it('without a connection → NOT_CONNECTED', async () => {
    const { latchkey } = createTestLatchkey({ options: { networks: [mainnet], adapters: [bitcoin()] } })
    await expect(signPsbt(latchkey, { psbt: '' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await expect(sendTransfer(latchkey, { to: '', amount: 1n })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    latchkey.destroy()
  })
})
