import { type ShareBinding, shareAdditionalData, shareInfo } from '@latchkey/wire/custody/binding'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { hashMessage, recoverMessageAddress, serializeSignature, toHex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWrappingKey } from './atRest.ts'
import { openBackupFile } from './backupFile.ts'
import { type Bytes, platformRandom } from './bytes.ts'
import { createKeyring, HIDDEN_LIMIT, IDLE_LIMIT, type Place } from './createKeyring.ts'
import { wordsOf } from './derive.ts'
import { joinPair } from './pairs.ts'
import type { SealedShare } from './sealing.ts'
import { checkEntropy } from './wallet.ts'

const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM)

/** A server's side: it opens what is uploaded, keeps it in clear here, and seals it to a one-time key. */
const createServer = async () => {
  const pair = await suite.GenerateKeyPair(false)
  const kept = new Map<string, Uint8Array>()
  return {
    publicKey: Uint8Array.from(await suite.SerializePublicKey(pair.publicKey)) as Bytes,
    kept,
    keep: async ({ encapsulated, ciphertext }: SealedShare, binding: ShareBinding) => {
      const options = { info: shareInfo('upload'), aad: shareAdditionalData('upload', binding) }
      kept.set(JSON.stringify(binding), await suite.Open(pair, encapsulated, ciphertext, options))
    },
    release: async (oneTimeKey: Bytes, binding: ShareBinding): Promise<SealedShare> => {
      const share = kept.get(JSON.stringify(binding))
      if (!share) throw new Error('There is no such share')
      const { encapsulatedSecret, ciphertext } = await suite.Seal(await suite.DeserializePublicKey(oneTimeKey), share, {
        info: shareInfo('release'),
        aad: shareAdditionalData('release', binding),
      })
      return { encapsulated: Uint8Array.from(encapsulatedSecret), ciphertext: Uint8Array.from(ciphertext) }
    },
  }
}

/** Time that stands until it is moved. */
const createClock = () => {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  return {
    after: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pass: (ms: number) => {
      now += ms
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.run()
      }
    },
  }
}

const PLACE: Place = { projectId: 'hollowpine', device: 'one', version: 1 }

const setUp = async () => {
  const [gateway, vault, wrappingKey] = [await createServer(), await createServer(), await createWrappingKey()]
  const clock = createClock()
  const servers = { gateway: gateway.publicKey, vault: vault.publicKey }
  const keyring = createKeyring({ random: platformRandom, clock, wrappingKey })
  const made = await keyring.create(PLACE, servers)
  const bind = (kind: ShareBinding['kind'], holder: string): ShareBinding => ({
    projectId: PLACE.projectId,
    walletId: made.record.walletId,
    holder,
    kind,
    version: 1,
  })
  await gateway.keep(made.auth, bind('auth-share', 'one'))
  await gateway.keep(made.recoveryAuth, bind('recovery-auth-share', 'recovery'))
  await vault.keep(made.recovery, bind('recovery-share', 'recovery'))
  return { gateway, vault, wrappingKey, clock, servers, keyring, made, bind }
}

let world: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  world = await setUp()
})

/** Asks the gateway for this device's half, and unlocks. */
const unlock = async (keyring = world.keyring) => {
  const { id, publicKey } = await keyring.beginRelease()
  const auth = await world.gateway.release(publicKey, world.bind('auth-share', 'one'))
  await keyring.unlock(world.made.record, PLACE, { device: world.made.device, auth, release: id })
}

it('a new wallet is unlocked, and signs as its registered accounts', async () => {
  const { keyring, made } = world
  const { signature, yParity } = keyring.signEvm(Uint8Array.from(Buffer.from(hashMessage('hello').slice(2), 'hex')))
  const [r, s] = [toHex(signature.slice(0, 32)), toHex(signature.slice(32))]
  expect(await recoverMessageAddress({ message: 'hello', signature: serializeSignature({ r, s, yParity }) })).toBe(
    made.record.addresses.eip155,
  )
  const message = new TextEncoder().encode('hello')
  expect(ed25519.verify(keyring.signSolana(message), message, base58.decode(made.record.addresses.solana))).toBe(true)
})

it('is unlocked again by the device with the gateway, and is the same wallet', async () => {
  const { keyring } = world
  const words = keyring.exportWords()
  keyring.lock()
  expect(() => keyring.exportWords()).toThrow(expect.objectContaining({ code: 'WALLET_LOCKED' }))
  await unlock()
  expect(keyring.exportWords()).toBe(words)
})

it('is recovered on a new device by gateway and vault together, which gives that device a pair of its own', async () => {
  const { gateway, vault, servers, clock, keyring, made, bind } = world
  const other = createKeyring({ random: platformRandom, clock, wrappingKey: await createWrappingKey() })
  const place = { ...PLACE, device: 'two' }
  const [first, second] = [await other.beginRelease(), await other.beginRelease()]
  await other.recover(made.record, place, {
    recovery: { sealed: await vault.release(first.publicKey, bind('recovery-share', 'recovery')), release: first.id },
    recoveryAuth: {
      sealed: await gateway.release(second.publicKey, bind('recovery-auth-share', 'recovery')),
      release: second.id,
    },
  })
  expect(other.exportWords()).toBe(keyring.exportWords())
  const own = await other.makeDeviceShares(place, servers)
  await gateway.keep(own.auth, bind('auth-share', 'two'))
  other.lock()
  const { id, publicKey } = await other.beginRelease()
  const auth = await gateway.release(publicKey, bind('auth-share', 'two'))
  await other.unlock(made.record, place, { device: own.device, auth, release: id })
  expect(other.exportWords()).toBe(keyring.exportWords())
})

it('SEC-02, SEC-03: what the gateway keeps, what the vault keeps, and what the device keeps, each alone gives no wallet', async () => {
  const { gateway, vault, made } = world
  const ofGateway = [...gateway.kept.values()]
  const candidates = [
    ...ofGateway,
    ...vault.kept.values(),
    // All that the gateway has, put together.
    ...ofGateway.flatMap((one) => ofGateway.map((other) => joinPair(one, other))),
  ]
  for (const candidate of candidates)
    expect(() => checkEntropy(made.record, Uint8Array.from(candidate))).toThrow(
      expect.objectContaining({ code: 'WALLET_DATA_DAMAGED' }),
    )
  // The recovery pair, of both, is the wallet: what recoverable mode means.
  const [recovery] = vault.kept.values()
  const recoveryAuth = gateway.kept.get(JSON.stringify(world.bind('recovery-auth-share', 'recovery')))
  const entropy = joinPair(recovery as Bytes, recoveryAuth as Bytes)
  expect(() => checkEntropy(made.record, entropy.slice())).not.toThrow()
  // The device keeps its half under its key, and never as it is.
  const half = joinPair(entropy, gateway.kept.get(JSON.stringify(world.bind('auth-share', 'one'))) as Bytes)
  expect(Buffer.from(made.device).includes(Buffer.from(half))).toBe(false)
})

it('SEC-07: a released share is opened once', async () => {
  const { keyring, gateway, made, bind } = world
  keyring.lock()
  const { id, publicKey } = await keyring.beginRelease()
  const auth = await gateway.release(publicKey, bind('auth-share', 'one'))
  await keyring.unlock(made.record, PLACE, { device: made.device, auth, release: id })
  await expect(keyring.unlock(made.record, PLACE, { device: made.device, auth, release: id })).rejects.toMatchObject({
    code: 'WALLET_LOCKED',
  })
})

it('SEC-04: shares of an earlier pair, of another device or of another project do not unlock', async () => {
  const { keyring, gateway, made, bind } = world
  for (const place of [
    { ...PLACE, version: 2 },
    { ...PLACE, device: 'two' },
    { ...PLACE, projectId: 'other' },
  ]) {
    keyring.lock()
    const { id, publicKey } = await keyring.beginRelease()
    const auth = await gateway.release(publicKey, bind('auth-share', 'one'))
    await expect(keyring.unlock(made.record, place, { device: made.device, auth, release: id })).rejects.toMatchObject({
      code: 'SHARE_REFUSED',
    })
    expect(keyring.isUnlocked()).toBe(false)
  }
})

describe('SEC-08: unlocked material', () => {
  it('is overwritten when the wallet is locked', async () => {
    const taken: Bytes[] = []
    const random = (length: number) => {
      const bytes = platformRandom(length)
      taken.push(bytes)
      return bytes
    }
    const keyring = createKeyring({ random, clock: world.clock, wrappingKey: world.wrappingKey })
    await keyring.create(PLACE, world.servers)
    const [entropy, , , ...pads] = taken as [Bytes, ...Bytes[]]
    expect(entropy.some((byte) => byte !== 0)).toBe(true)
    // The pads are overwritten as soon as they are wrapped and sealed; nonces of 12 bytes are no secret.
    expect(pads.filter(({ length }) => length === 32).map((pad) => pad.some((byte) => byte !== 0))).toEqual([
      false,
      false,
    ])
    keyring.lock()
    expect([...entropy]).toEqual(new Array(32).fill(0))
  })

  it('is gone after 15 minutes without a use, and each use begins them anew', async () => {
    const { keyring, clock } = world
    clock.pass(IDLE_LIMIT - 1)
    keyring.signSolana(new Uint8Array(1))
    clock.pass(IDLE_LIMIT - 1)
    expect(keyring.isUnlocked()).toBe(true)
    clock.pass(1)
    expect(keyring.isUnlocked()).toBe(false)
    expect(() => keyring.signSolana(new Uint8Array(1))).toThrow(expect.objectContaining({ code: 'WALLET_LOCKED' }))
    await unlock()
    expect(keyring.isUnlocked()).toBe(true)
  })

  it('is gone when the page was hidden for more than 5 minutes, and not when it came back before', () => {
    const { keyring, clock } = world
    keyring.setHidden(true)
    clock.pass(HIDDEN_LIMIT - 1)
    keyring.setHidden(false)
    clock.pass(HIDDEN_LIMIT)
    expect(keyring.isUnlocked()).toBe(true)
    keyring.setHidden(true)
    clock.pass(HIDDEN_LIMIT)
    expect(keyring.isUnlocked()).toBe(false)
  })
})

it('SEC-14: makes a backup file that opens with its words, also where the wallet is locked meanwhile', async () => {
  const { keyring } = world
  const words = keyring.exportWords()
  const making = keyring.makeBackup(0)
  keyring.lock()
  const { file, phrase } = await making
  expect(wordsOf(await openBackupFile(file, phrase))).toBe(words)
})
