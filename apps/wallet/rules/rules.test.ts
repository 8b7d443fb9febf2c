import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58, base64, hex } from '@scure/base'
import { NETWORK, p2wpkh, Transaction, WIF } from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FURTHER_CHAINS, type KnownChain, parseSettings } from '../settings.ts'
import { answerRequest } from './answerRequest.ts'
import { hashBitcoinMessage, signBitcoinMessage } from './bitcoinMessage.ts'
import { describeRequest } from './describeRequest.ts'
import { describeMethods, FAMILIES } from './families.ts'
import { findObstacle, listOffers, toNamespaces } from './grants.ts'
import { createKeys } from './keys.ts'
import { readPairingUri, readWalletLink } from './pairingUri.ts'
import { parseRequest } from './parseRequest.ts'
import { readText, showHiddenSigns } from './readText.ts'
import { listSignInChains } from './signIn.ts'
import { describeInstructions, formatLamports, parseSolanaTransaction } from './solanaTransaction.ts'
import { readVerification } from './verification.ts'

const SLOPE: KnownChain = {
  id: 'eip155:31337',
  name: 'Slope',
  symbol: 'ETH',
  decimals: 18,
  rpcUrl: 'http://127.0.0.1:1',
}
const CHAINS = [SLOPE, ...FURTHER_CHAINS]
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'
const keys = createKeys()
const address = keys.getEvm(0).address
const solana = keys.getSolana(0)
const bitcoin = keys.getBitcoin(BITCOIN, 0)
const world = {
  keys,
  chains: CHAINS,
  accounts: [`${SLOPE.id}:${address}`, `${SOLANA}:${solana.address}`, `${BITCOIN}:${bitcoin.address}`],
}
const findKnown = (id: string): KnownChain => CHAINS.find((chain) => chain.id === id) ?? SLOPE
const answer = (method: string, params: unknown, chain: string): Promise<unknown> =>
  answerRequest(parseRequest({ method, params }, chain, world), {
    keys,
    chain: findKnown(chain),
    fetch: () => Promise.reject(new Error('No network.')),
    batches: new Map(),
    makeId: () => 'id',
  })

describe('keys', () => {
  test('they are those of the public test phrase, funded on every dev chain', () => {
    expect(address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    expect(keys.getEvm(1).address).toBe('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
    expect(keys.getBitcoin(BITCOIN, 0).address).toMatch(/^bc1q/)
    expect(keys.getBitcoin('bip122:000000000933ea01ad0ee984209779ba', 0).address).toMatch(/^tb1q/)
    expect(keys.findIndex(SLOPE.id, address.toLowerCase())).toBe(0)
    expect(keys.findIndex(SOLANA, solana.address.toLowerCase())).toBeUndefined()
    expect(keys.getAddress('polkadot:x', 0)).toBeUndefined()
  })
})

describe('pairing codes', () => {
  const code = `wc:${'ab'.repeat(32)}@2?expiryTimestamp=1&relay-protocol=irn&symKey=${'cd'.repeat(32)}`

  test('the code itself and every kind of link around it are read', () => {
    const once = encodeURIComponent(code)
    for (const text of [
      code,
      `  ${code}\n`,
      `https://wallet.test/wc?uri=${once}`,
      `wallet://wc?uri=${once}`,
      `wc:wc?uri=${once}`,
      `https://wallet.test/wc?uri=${encodeURIComponent(once)}`,
    ]) {
      expect(readPairingUri(text), text).toEqual({ uri: code, topic: 'ab'.repeat(32) })
    }
  })

  test('what is wrong is said without repeating the code, which holds a key', () => {
    for (const [text, words] of [
      ['', 'Paste the code first'],
      ['hello', 'no connection code'],
      ['https://wallet.test/wc?uri=%', 'no connection code'],
      ['wc:zz', 'damaged'],
      [code.replace('@2', '@1'), 'version 1'],
      [code.slice(0, -1), 'A part of this code is missing'],
    ] as const) {
      const read = readPairingUri(text)
      expect('problem' in read && read.problem, text).toContain(words)
    }
    fc.assert(
      fc.property(fc.string(), (tail) => {
        const read = readPairingUri(`wc:${'cd'.repeat(32)}${tail}`)
        return !('problem' in read) || !read.problem.includes('cdcd')
      }),
    )
  })

  test('links into the wallet bring a code or name a request', () => {
    const at = (path: string) => readWalletLink(`https://wallet.test${path}`)
    expect(at('/wc?uri=wc%3Aab')).toEqual({ kind: 'pair', text: 'wc:ab' })
    expect(at('/?relay=ws://x&uri=wc%3Aab')).toEqual({ kind: 'pair', text: 'wc:ab' })
    expect(at('/wc?requestId=17&sessionTopic=ab')).toEqual({ kind: 'request', requestId: 17, topic: 'ab' })
    expect(at('/wc?sessionTopic=ab')).toEqual({ kind: 'request', requestId: undefined, topic: 'ab' })
    expect(at('/')).toEqual({ kind: 'none' })
  })
})

describe('what a proposal comes to', () => {
  const asked = {
    chains: [SLOPE.id, 'eip155:1'],
    methods: ['personal_sign', 'eth_sign'],
    events: ['chainChanged', 'x'],
  }

  test('only what both sides have is offered, and the rest is named', () => {
    const [eip155, cosmos] = listOffers(
      { requiredNamespaces: {}, optionalNamespaces: { eip155: asked, 'cosmos:hub': { methods: [], events: [] } } },
      CHAINS,
    )
    expect(eip155).toMatchObject({
      isRequired: false,
      chains: [SLOPE],
      methods: ['personal_sign'],
      events: ['chainChanged'],
      lacking: { chains: ['eip155:1'], methods: ['eth_sign'] },
    })
    expect(cosmos).toMatchObject({ namespace: 'cosmos', chains: [], lacking: { chains: ['cosmos:hub'] } })
  })

  test('a requirement that cannot be met is an obstacle, and so is nothing in common', () => {
    const required = { requiredNamespaces: { eip155: asked }, optionalNamespaces: {} }
    expect(findObstacle(required, listOffers(required, CHAINS))).toContain('eip155:1, eth_sign')
    const strange = { requiredNamespaces: {}, optionalNamespaces: { 'cosmos:hub': { methods: [], events: [] } } }
    expect(findObstacle(strange, listOffers(strange, CHAINS))).toContain('no network that this wallet knows')
    const fine = { requiredNamespaces: {}, optionalNamespaces: { eip155: asked } }
    expect(findObstacle(fine, listOffers(fine, CHAINS))).toBeUndefined()
  })

  test('the grant holds the chosen account and leaves out what was switched off', () => {
    const offers = listOffers(
      {
        requiredNamespaces: {},
        optionalNamespaces: { eip155: asked, [SOLANA]: { methods: ['solana_signMessage'], events: [] } },
      },
      CHAINS,
    )
    const choices = { eip155: { isGranted: true, accountIndex: 1 }, solana: { isGranted: false, accountIndex: 0 } }
    expect(toNamespaces(offers, choices, keys)).toEqual({
      eip155: {
        chains: [SLOPE.id],
        methods: ['personal_sign'],
        events: ['chainChanged'],
        accounts: [`${SLOPE.id}:${keys.getEvm(1).address}`],
      },
    })
  })

  test('what methods allow is told in one order, whatever the order in which they are asked for', () => {
    expect(describeMethods(['wallet_getCallsStatus', 'odd_call', 'wallet_sendCalls', 'personal_sign'])).toEqual([
      'ask you to sign messages',
      'ask you to send several transactions',
      'see what became of them',
      'call odd_call',
    ])
  })

  test('every method that the wallet grants has words', () => {
    for (const { methods } of Object.values(FAMILIES)) {
      expect(describeMethods(methods).filter((words) => words.startsWith('call '))).toEqual([])
    }
  })
})

describe('SEC-90: what is known of a site', () => {
  const verified = { origin: 'https://real.test', validation: 'UNKNOWN', verifyUrl: '' } as const
  test('scam, invalid, unknown and valid are told apart, and nothing counts as unknown', () => {
    const kinds = [
      { verified: { ...verified, validation: 'VALID', isScam: true } },
      { verified: { ...verified, validation: 'INVALID' } },
      { verified },
      { verified: { ...verified, validation: 'VALID' } },
      undefined,
    ] as const
    expect(kinds.map((context) => readVerification(context, 'https://said.test').kind)).toEqual([
      'scam',
      'invalid',
      'unknown',
      'valid',
      'unknown',
    ])
  })
})

describe('texts to sign', () => {
  test('text is shown as text, bytes as hex, and hidden signs are written out', () => {
    expect(readText(new TextEncoder().encode('Grüße 世界 👩‍🌾\n\tok'))).toMatchObject({
      isText: true,
      hasHiddenSigns: false,
    })
    expect(readText(Uint8Array.of(0xff, 0x00))).toEqual({ text: '0xff00', isText: false, hasHiddenSigns: false })
    expect(readText(new TextEncoder().encode('pay\u202eecila')).hasHiddenSigns).toBe(true)
    expect(showHiddenSigns('a\u200bb\u202e')).toBe('a⟨U+200B⟩b⟨U+202E⟩')
  })
})

describe('requests', () => {
  const read = (method: string, params: unknown, chain = SLOPE.id) => parseRequest({ method, params }, chain, world)

  test('what the wallet does not know, or cannot do, is refused with the right number', () => {
    for (const [method, params, chain, code] of [
      ['eth_sign', [], SLOPE.id, -32601],
      ['personal_sign', [], SLOPE.id, -32602],
      ['personal_sign', ['0x68', bitcoin.address], SLOPE.id, 4100],
      ['eth_sendTransaction', [{ to: 'nobody' }], SLOPE.id, -32602],
      ['eth_signTypedData_v4', [address, '{"types":{},"primaryType":"A","message":{}}'], SLOPE.id, -32602],
      ['wallet_switchEthereumChain', [{ chainId: '0x1' }], SLOPE.id, 4902],
      ['wallet_sendCalls', [{ calls: [] }], SLOPE.id, 5740],
      ['wallet_sendCalls', [{ calls: [{}], chainId: '0x1' }], SLOPE.id, 5710],
      ['wallet_sendCalls', [{ calls: [{}], capabilities: { paymasterService: {} } }], SLOPE.id, 5700],
      ['sendTransfer', { account: bitcoin.address }, BITCOIN, 4200],
      ['signPsbt', { account: bitcoin.address, psbt: '', broadcast: true }, BITCOIN, 4200],
      ['solana_signTransaction', { transaction: 'AA==' }, SOLANA, -32602],
    ] as const) {
      expect(read(method, params, chain), method).toMatchObject({ kind: 'refused', code })
    }
  })

  test('no parameters make reading throw', () => {
    const methods = Object.entries(FAMILIES).flatMap(([family, { methods }]) => methods.map((name) => [family, name]))
    fc.assert(
      fc.property(fc.constantFrom(...methods), fc.jsonValue(), ([family = '', method = ''], params) => {
        const chain = CHAINS.find(({ id }) => id.startsWith(family)) ?? SLOPE
        const parsed = read(method, params, chain.id)
        describeRequest(parsed, chain)
      }),
    )
  })

  test('an optional capability of a batch is no reason to refuse it', () => {
    const capabilities = { paymasterService: { optional: true } }
    expect(read('wallet_sendCalls', [{ calls: [{ to: address }], capabilities }])).toMatchObject({ kind: 'calls' })
  })

  test('a switched order of address and message is understood', () => {
    expect(read('personal_sign', [address, '0x6869'])).toEqual(read('personal_sign', ['0x6869', address]))
  })

  test('a permit is warned of', () => {
    const typed = { types: { Permit: [] }, primaryType: 'Permit', message: {} }
    const parsed = read('eth_signTypedData_v4', [address, typed])
    expect(describeRequest(parsed, SLOPE)?.warnings).toEqual(['Whoever holds this signature may spend what it names.'])
  })

  test('settings that are none are refused, and unknown fields are left out', () => {
    expect(() => parseSettings({})).toThrow('This page has no settings')
    const settings = parseSettings({ relayUrl: 'ws://x', chains: [{ id: 5 }, SLOPE], pictureOrigins: [1, 'http://a'] })
    expect(settings.chains[0]).toEqual(SLOPE)
    expect(settings.pictureOrigins).toEqual(['http://a'])
  })

  test('a sign-in is for networks of both sides, and of Ethereum only', () => {
    const request = { chains: [SLOPE.id, SOLANA, 'eip155:1'] } as unknown as Parameters<typeof listSignInChains>[0]
    expect(listSignInChains(request, CHAINS)).toEqual([SLOPE])
  })
})

describe('Solana', () => {
  const receiver = keys.getSolana(1).publicKey
  /** A transfer of 1.5 SOL, written by hand. Source: Solana's legacy message format. */
  const message = Uint8Array.from([
    ...[1, 0, 1],
    ...[3, ...solana.publicKey, ...receiver, ...new Uint8Array(32)],
    ...new Uint8Array(32).fill(7),
    ...[1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 0x00, 0x2f, 0x68, 0x59, 0, 0, 0, 0],
  ])
  const transaction = Uint8Array.from([1, ...new Uint8Array(64), ...message])

  test('a transfer is read and said in words', () => {
    const parsed = parseSolanaTransaction(transaction)
    expect(parsed.signers).toEqual([solana.address])
    expect(describeInstructions(parsed)).toEqual([`Transfer 1.5 SOL to ${keys.getSolana(1).address}`])
    expect([formatLamports(1n), formatLamports(10n ** 9n), formatLamports(0n)]).toEqual(['0.000000001', '1', '0'])
  })

  test('a versioned transaction is read with the accounts that it looks up', () => {
    const versioned = Uint8Array.from([
      1,
      ...new Uint8Array(64),
      0x80,
      ...message,
      1,
      ...new Uint8Array(32),
      2,
      0,
      1,
      1,
      5,
    ])
    expect(parseSolanaTransaction(versioned).lookedUpCount).toBe(3)
  })

  test('cut, lengthened and random bytes are refused and never read past their end', () => {
    for (let length = 0; length < transaction.length; length += 1) {
      expect(() => parseSolanaTransaction(transaction.slice(0, length))).toThrow()
    }
    expect(() => parseSolanaTransaction(Uint8Array.from([...transaction, 0]))).toThrow('longer than it says')
  })

  test('a message and a transaction are signed by the account', async () => {
    const said = new TextEncoder().encode('hello')
    const { signature } = (await answer(
      'solana_signMessage',
      { message: base58.encode(said), pubkey: solana.address },
      SOLANA,
    )) as { signature: string }
    expect(ed25519.verify(base58.decode(signature), said, solana.publicKey)).toBe(true)

    const signed = (await answer('solana_signTransaction', { transaction: base64.encode(transaction) }, SOLANA)) as {
      signature: string
      transaction: string
    }
    expect(ed25519.verify(base58.decode(signed.signature), message, solana.publicKey)).toBe(true)
    expect(base64.decode(signed.transaction).slice(1, 65)).toEqual(base58.decode(signed.signature))
    const all = await answer('solana_signAllTransactions', { transactions: [base64.encode(transaction)] }, SOLANA)
    expect(all).toEqual({ transactions: [signed.transaction] })
    await expect(
      answer('solana_signAndSendTransaction', { transaction: base64.encode(transaction) }, SOLANA),
    ).rejects.toMatchObject({ code: 4200 })
  })
})

describe('Bitcoin', () => {
  test('BIP-322 vector: Hello World by the key of the standard', () => {
    const privateKey = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
    const publicKey = secp256k1.getPublicKey(privateKey)
    const { script, address: own } = p2wpkh(publicKey, NETWORK)
    expect(own).toBe('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l')
    const account = { address: own ?? '', publicKey, privateKey, script, path: '' }
    // Source: BIP-322, test vectors; of its two, the one whose R is not ground low.
    expect(signBitcoinMessage(account, 'Hello World', 'bip322')).toBe(
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    )
  })

  test('BIP-137: the key is recovered from the signature', async () => {
    const { signature } = (await answer('signMessage', { account: bitcoin.address, message: 'grüß' }, BITCOIN)) as {
      signature: string
    }
    const bytes = hex.decode(signature)
    const recovered = Uint8Array.from([(bytes[0] ?? 0) - 39, ...bytes.slice(1)])
    const key = secp256k1.Signature.fromBytes(recovered, 'recovered').recoverPublicKey(hashBitcoinMessage('grüß'))
    expect(key.toBytes()).toEqual(bitcoin.publicKey)
  })

  test('a transaction is shown with its outputs and fee, and signed', async () => {
    const transaction = new Transaction()
    transaction.addInput({
      txid: '11'.repeat(32),
      index: 0,
      witnessUtxo: { script: bitcoin.script, amount: 100_000n },
    })
    transaction.addOutputAddress(keys.getBitcoin(BITCOIN, 1).address, 60_000n, NETWORK)
    const psbt = base64.encode(transaction.toPSBT())
    const params = { account: bitcoin.address, psbt, signInputs: [{ index: 0, address: bitcoin.address }] }
    const question = describeRequest(parseRequest({ method: 'signPsbt', params }, BITCOIN, world), findKnown(BITCOIN))
    expect(question?.facts).toEqual([
      { name: 'Output 1', value: `0.0006 BTC to ${keys.getBitcoin(BITCOIN, 1).address}` },
      { name: 'Fee', value: '0.0004 BTC' },
      { name: 'Signs', value: 'inputs 1' },
    ])
    const signed = (await answer('signPsbt', params, BITCOIN)) as { psbt: string }
    const done = Transaction.fromPSBT(base64.decode(signed.psbt))
    done.finalize()
    expect(done.isFinal).toBe(true)
  })

  test('addresses are told with key and path', async () => {
    expect(await answer('getAccountAddresses', { account: bitcoin.address }, BITCOIN)).toEqual([
      {
        address: bitcoin.address,
        publicKey: hex.encode(bitcoin.publicKey),
        path: "m/84'/0'/0'/0/0",
        intention: 'payment',
      },
    ])
  })
})
