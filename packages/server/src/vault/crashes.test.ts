import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallAnswer, CallBody, CustodyCall } from '@latchkey/wire/custody/call'
import { confirmContact, finishEmailChange, startContactChange, startEmailChange } from '@latchkey/wire/custody/email'
import { deleteWallet, makeStrict } from '@latchkey/wire/custody/ending'
import { approveLogin, finishLogin, finishStepUp, refreshLogin, startLogin, stepUp } from '@latchkey/wire/custody/login'
import type { CustodyKeys } from '@latchkey/wire/custody/tokens'
import { putRecoveryShare, releaseVaultShare, startDevice, waitForDevice } from '@latchkey/wire/custody/vault'
import {
  addDevice,
  createWallet,
  releaseDeviceShare,
  releaseRecoveryShare,
  rotateRecovery,
} from '@latchkey/wire/custody/wallet'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { joinPair, makePair } from '../../../../apps/frame/keys/pairs.ts'
import { createReleaseKey, sealForServer } from '../../../../apps/frame/keys/sealing.ts'
import { checkEntropy, createWallet as createSecret } from '../../../../apps/frame/keys/wallet.ts'
import { bundleProgram } from '../../../testing/src/bundleProgram.ts'
import { type Mailbox, startMailbox } from '../../../testing/src/mailbox.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../testing/src/postgres.ts'
import { createTestCaller, createTestDevice, FRAME } from '../custody/testFrame.ts'
import { codeChallenge } from '../login/testLogin.ts'
import { loadLevel, openKeyValueStore } from '../storage/keyValueStore.ts'
import { openStorage } from '../storage/openStorage.ts'

/** Both servers as programs, killed at each step while the test plays the frame: the wallet is never lost and never doubled. */
const isAbsent = (findPostgres() === null || 'reason' in loadLevel()) && !process.env.CI

const SHOP = 'https://shop.example'
const EMAIL = 'ada@shop.example'
const random = (count: number) => crypto.getRandomValues(new Uint8Array(count))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const bytes = (written: string) => Uint8Array.from(Buffer.from(written, 'base64url'))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-crashes-'))

let postgres: PostgresServer | null = null
let databaseUrl = ''
let mailbox: Mailbox
let gateway: Program
let vault: Program

/** A program that is killed and started again, behind an address that stays. */
type Program = { readonly url: string; start(): Promise<void>; kill(): Promise<void>; end(): Promise<void> }

async function holdAddress(): Promise<{ url: string; lead: (port: number) => void; server: Server }> {
  let port = 0
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const [one, other] of [[socket, onward] as const, [onward, socket] as const]) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    lead: (to) => {
      port = to
    },
    server,
  }
}

function createProgram(
  address: Awaited<ReturnType<typeof holdAddress>>,
  file: string,
  args: readonly string[],
): Program {
  let child: ChildProcess | undefined
  return {
    url: address.url,
    async start() {
      const started = spawn(process.execPath, [file, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
      child = started
      let said = ''
      const port = await new Promise<number>((resolve, reject) => {
        started.stderr.on('data', (piece) => {
          said += piece
          const [, found] = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? []
          if (found !== undefined) resolve(Number(found))
        })
        started.once('close', () => reject(new Error(`the program ended: ${said}`)))
      })
      address.lead(port)
    },
    async kill() {
      const ended = child && once(child, 'close')
      child?.kill('SIGKILL')
      await ended
    },
    async end() {
      await this.kill()
      address.server.close()
    },
  }
}

beforeAll(async () => {
  if (isAbsent) return
  postgres = await startPostgres()
  if (postgres === null) throw new Error('no PostgreSQL')
  databaseUrl = await postgres.createDatabase()
  mailbox = await startMailbox()
  for (const name of ['gateway', 'vault']) mkdirSync(join(folder, name))
  const programs = await Promise.all([
    bundleProgram(join(import.meta.dirname, '../main.ts'), join(folder, 'gateway')),
    bundleProgram(join(import.meta.dirname, '../vault.ts'), join(folder, 'vault')),
  ])
  const [front, back] = [await holdAddress(), await holdAddress()]
  const mail = { host: '127.0.0.1', port: mailbox.port, allowClear: true }
  const gatewayFile = join(folder, 'gateway.json')
  writeFileSync(
    gatewayFile,
    JSON.stringify({
      port: 0,
      publicUrl: front.url,
      databaseUrl,
      logLevel: 'silent',
      relay: { enabled: false },
      projects: [{ id: 'shop', name: 'Shop', origins: [SHOP] }],
      login: {
        frameOrigin: FRAME,
        vault: { origin: back.url },
        keys: { kind: 'environment', keys: `gateway:a:${text(random(32))}` },
        mail: { ...mail, from: { name: 'Gateway', address: 'gateway@shop.example' } },
      },
    }),
  )
  const vaultFile = join(folder, 'vault.json')
  writeFileSync(
    vaultFile,
    JSON.stringify({
      port: 0,
      publicUrl: back.url,
      dataDir: join(folder, 'vault-data'),
      logLevel: 'silent',
      frameOrigin: FRAME,
      gateway: { origin: front.url },
      projects: [{ id: 'shop', name: 'Shop', hosts: [SHOP] }],
      keys: { kind: 'environment', keys: `vault:a:${text(random(32))}` },
      mail: { ...mail, from: { name: 'Vault', address: 'vault@shop.example' } },
    }),
  )
  gateway = createProgram(front, programs[0], ['--config', gatewayFile])
  vault = createProgram(back, programs[1], ['--config', vaultFile])
  await Promise.all([gateway.start(), vault.start()])
})
afterAll(async () => {
  await gateway?.end()
  await vault?.end()
  await mailbox?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Kills the gateway and starts it again. What counts mails is dropped, because nobody waits half a minute here. */
async function restartGateway(): Promise<void> {
  await gateway.kill()
  const storage = await openStorage({ url: databaseUrl })
  await storage.database.execute(sql`delete from login_limits`)
  await storage.close()
  await gateway.start()
}

async function restartVault(): Promise<void> {
  await vault.kill()
  const loaded = loadLevel()
  if ('reason' in loaded) throw loaded.reason
  const store = await openKeyValueStore(loaded.level, join(folder, 'vault-data', 'vault'))
  const counted = await store.iterator({ gte: '~times:', lt: '~times;' }).nextv(1_000)
  await store.batch(
    counted.map(([key]) => ({ type: 'del', key })),
    { sync: true },
  )
  await store.close()
  await vault.start()
}

async function readKeys(program: Program): Promise<CustodyKeys> {
  return (await (await fetch(`${program.url}/v1/custody/keys`)).json()) as CustodyKeys
}

type Binding = Parameters<typeof sealForServer>[2]
const bind = (walletId: string, holder: string, kind: Binding['kind'], version: number): Binding => ({
  projectId: 'shop',
  walletId,
  holder,
  kind,
  version,
})

async function createFrame() {
  const device = await createTestDevice()
  const callerOf = (program: Program) =>
    createTestCaller({
      device,
      url: program.url,
      ask: (url, init) => fetch(url, init),
      now: () => Date.now(),
      host: SHOP,
    })
  const [atGateway, atVault] = [callerOf(gateway), callerOf(vault)]
  const count = (email = EMAIL) => mailbox.mails.filter(({ to }) => to.includes(email)).length
  /** Waits for a mail with a code or a link that is newer than those so far. Notices are sent in the background, and may come between. */
  async function next(before: number, email = EMAIL): Promise<string> {
    for (let mails = before + 1; ; mails += 1) {
      const newer = (await mailbox.waitFor(email, mails)).slice(before)
      const asked = newer.find((mail) => readCode(mail.text) !== '' || DEVICE_LINK.test(mail.text))
      if (asked !== undefined) return asked.text
      mails = before + newer.length
    }
  }

  async function upload(program: Program, share: Uint8Array, binding: Binding) {
    const [seal] = (await readKeys(program)).seal
    if (seal === undefined) throw new Error('the server has no key')
    const { encapsulated, ciphertext } = await sealForServer(share, bytes(seal.publicKey), binding)
    return { keyId: seal.keyId, encapsulated: text(encapsulated), ciphertext: text(ciphertext) }
  }

  return {
    thumbprint: device.thumbprint,
    atGateway,
    atVault,
    upload,
    count,
    next,
    /** Gets in as a new device; `between` is called at each step on the way. */
    async logIn(between: (step: 'asked' | 'letIn' | 'mailed') => Promise<void> = async () => undefined) {
      let mails = count()
      const request = need(await atVault(startDevice, { projectId: 'shop', email: EMAIL })).request
      const [link = ''] = DEVICE_LINK.exec(await next(mails)) ?? []
      await between('asked')
      const [, mark = ''] = /name="mark" value="([^"]+)"/.exec(await (await fetch(link)).text()) ?? []
      const pressed = await fetch(link, {
        method: 'POST',
        headers: { origin: vault.url, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ do: 'approve', mark }).toString(),
      })
      expect(pressed.status).toBe(200)
      await between('letIn')
      const answer = need(await atVault(waitForDevice, { request }))
      if (answer.state !== 'approved') throw new Error(answer.state)
      const { challenge } = need(await atGateway(startLogin, { email: EMAIL }))
      mails = count()
      need(await atGateway(approveLogin, { challenge, approval: answer.approval }))
      const code = readCode(await next(mails))
      await between('mailed')
      return need(await atGateway(finishLogin, { challenge, code }))
    },
    async take<C extends typeof releaseDeviceShare | typeof releaseVaultShare>(
      caller: typeof atGateway,
      call: C,
      body: Omit<CallBody<C>, 'key'>,
      binding: Binding,
      token?: string,
    ): Promise<Uint8Array> {
      const key = await createReleaseKey()
      const answer = await caller(call as CustodyCall, { ...body, key: text(key.publicKey) }, { token })
      const { share } = need(answer) as CallAnswer<typeof releaseDeviceShare>
      return key.open({ encapsulated: bytes(share.encapsulated), ciphertext: bytes(share.ciphertext) }, binding)
    },
  }
}

const DEVICE_LINK = /http:\S+\/device\/\S+/

const readCode = (mail: string): string => {
  const [, one = '', two = ''] = /\n(\d{3}) (\d{3})\n/.exec(mail) ?? []
  return one + two
}

function need<Value>(answer: { code: string; value: Value; text: string }): Value {
  if (answer.code !== '') throw new Error(answer.text)
  return answer.value
}

/** Asks, and has the server killed before anybody can say whether it had done it; then asks again as the frame does. */
async function askThroughKill<Value>(
  ask: () => Promise<{ code: string; value: Value; text: string }>,
  restart: () => Promise<void>,
): Promise<Value> {
  const [lost] = await Promise.all([ask().catch(() => undefined), restart()])
  const again = await ask()
  if (lost?.code === '') expect(again.value).toEqual(lost.value)
  return need(again)
}

test.skipIf(isAbsent)(
  'SEC-16, SEC-65: a gateway or vault that is killed at any step of making, recovering, renewing, moving and ending loses no wallet and makes no second one',
  async () => {
    const phone = await createFrame()
    const first = await phone.logIn()
    const { entropy, record } = createSecret(random)
    const { walletId } = record
    const secret = Uint8Array.from(entropy)
    const device = makePair(secret, random)
    const recovery = makePair(secret, random)

    // Making: the vault's half first, then the gateway's two, which is when the wallet is there.
    const half = await phone.upload(vault, recovery.pad, bind(walletId, 'recovery', 'recovery-share', 1))
    const body = { assertion: first.assertion, walletId, version: 1, share: half }
    await askThroughKill(() => phone.atVault(putRecoveryShare, body), restartVault)
    const creation = {
      walletId,
      addresses: record.addresses,
      commitment: record.commitment,
      salt: record.salt,
      deviceShare: await phone.upload(gateway, device.masked, bind(walletId, phone.thumbprint, 'auth-share', 1)),
      recoveryShare: await phone.upload(gateway, recovery.masked, bind(walletId, 'recovery', 'recovery-auth-share', 1)),
    }
    const made = await askThroughKill(
      () => phone.atGateway(createWallet, creation, { token: first.token }),
      restartGateway,
    )
    expect(made.wallet).toMatchObject({ walletId, version: 1 })
    const other = text(random(16))
    const second = {
      ...creation,
      walletId: other,
      deviceShare: await phone.upload(gateway, device.masked, bind(other, phone.thumbprint, 'auth-share', 1)),
      recoveryShare: await phone.upload(gateway, recovery.masked, bind(other, 'recovery', 'recovery-auth-share', 1)),
    }
    expect((await phone.atGateway(createWallet, second, { token: first.token })).code).toBe('WALLET_EXISTS')
    const own = bind(walletId, phone.thumbprint, 'auth-share', 1)
    const masked = await phone.take(phone.atGateway, releaseDeviceShare, { walletId }, own, first.token)
    expect(checkEntropy(record, joinPair(device.pad, masked))).toEqual(secret)

    // A second device, with both servers killed on its way in.
    await restartVault()
    const laptop = await createFrame()
    const session = await laptop.logIn(async (step) => {
      if (step === 'mailed') await restartGateway()
      else await restartVault()
    })
    expect(session.user.wallet).toMatchObject({ walletId })
    expect(session.hasShare).toBe(false)
    const recover = async (frame: typeof laptop, token: string, assertion: string, version: number) => {
      const theirs = bind(walletId, 'recovery', 'recovery-share', version)
      const ours = bind(walletId, 'recovery', 'recovery-auth-share', version)
      const pad = await frame.take(frame.atVault, releaseVaultShare, { assertion }, theirs)
      const mask = await frame.take(
        frame.atGateway,
        releaseRecoveryShare as typeof releaseDeviceShare,
        { walletId },
        ours,
        token,
      )
      return checkEntropy(record, joinPair(Uint8Array.from(pad), Uint8Array.from(mask)))
    }
    expect(await recover(laptop, session.token, session.assertion, 1)).toEqual(secret)
    const pair = makePair(secret, random)
    const theirs = bind(walletId, laptop.thumbprint, 'auth-share', 1)
    const added = { walletId, version: 1, share: await laptop.upload(gateway, pair.masked, theirs) }
    await askThroughKill(() => laptop.atGateway(addDevice, added, { token: session.token }), restartGateway)
    const back = await laptop.take(laptop.atGateway, releaseDeviceShare, { walletId }, theirs, session.token)
    expect(checkEntropy(record, joinPair(pair.pad, back))).toEqual(secret)

    // A new recovery pair: the former one works until the gateway has the new one.
    const fresh = makePair(secret, random)
    const mails = laptop.count()
    const challenge = codeChallenge(
      need(await laptop.atGateway(stepUp, { reason: 'recovery' }, { token: session.token })),
    )
    const code = readCode(await laptop.next(mails))
    need(await laptop.atGateway(finishStepUp, { challenge, code }, { token: session.token }))
    const share = await laptop.upload(vault, fresh.pad, bind(walletId, 'recovery', 'recovery-share', 2))
    const renewed = need(await laptop.atGateway(refreshLogin, {}, { token: session.token }))
    await askThroughKill(
      () => laptop.atVault(putRecoveryShare, { assertion: renewed.assertion, walletId, version: 2, share }),
      restartVault,
    )
    expect(await recover(laptop, renewed.token, renewed.assertion, 1)).toEqual(secret)
    const rotation = {
      walletId,
      version: 2,
      share: await laptop.upload(gateway, fresh.masked, bind(walletId, 'recovery', 'recovery-auth-share', 2)),
    }
    await askThroughKill(() => laptop.atGateway(rotateRecovery, rotation, { token: renewed.token }), restartGateway)
    const last = need(await laptop.atGateway(refreshLogin, {}, { token: renewed.token }))
    expect(last.user.wallet?.version).toBe(2)
    await restartVault()
    expect(await recover(laptop, last.token, last.assertion, 2)).toEqual(secret)
    expect(
      (
        await laptop.atVault(releaseVaultShare, {
          assertion: renewed.assertion,
          key: text((await createReleaseKey()).publicKey),
        })
      ).code,
    ).not.toBe('')

    // Another address: the gateway first, then the vault, each by codes of its own.
    const next = 'ada.next@shop.example'
    await restartGateway()
    const former = laptop.count()
    const moving = codeChallenge(need(await laptop.atGateway(stepUp, { reason: 'email' }, { token: last.token })))
    const moveCode = readCode(await laptop.next(former))
    need(await laptop.atGateway(finishStepUp, { challenge: moving, code: moveCode }, { token: last.token }))
    let there = laptop.count(next)
    const asked = need(await laptop.atGateway(startEmailChange, { email: next }, { token: last.token }))
    const typed = { changeId: text(random(16)), ...asked, code: readCode(await laptop.next(there, next)) }
    const changed = await askThroughKill(async () => {
      const answer = await laptop.atGateway(finishEmailChange, typed, { token: last.token })
      // Assertions differ by their times and ids.
      return { ...answer, value: { ...answer.value, assertion: '' } }
    }, restartGateway)
    expect(changed.user).toMatchObject({ email: next, wallet: { walletId } })
    const { token, assertion } = need(await laptop.atGateway(refreshLogin, {}, { token: last.token }))
    const [before, beforeNext] = [laptop.count(), laptop.count(next)]
    need(await laptop.atVault(startContactChange, { assertion, email: next }))
    const oldCode = readCode(await laptop.next(before))
    const newCode = readCode(await laptop.next(beforeNext, next))
    const confirm = (address: 'old' | 'new', said: string) => () =>
      laptop.atVault(confirmContact, { assertion, address, code: said })
    expect(await askThroughKill(confirm('old', oldCode), restartVault)).toEqual({ isDone: false })
    expect(await askThroughKill(confirm('new', newCode), restartVault)).toEqual({ isDone: true })
    const resting = { assertion, key: text((await createReleaseKey()).publicKey) }
    expect((await laptop.atVault(releaseVaultShare, resting)).code).toBe('RELEASE_WAITS')
    expect(
      checkEntropy(
        record,
        joinPair(pair.pad, await laptop.take(laptop.atGateway, releaseDeviceShare, { walletId }, theirs, token)),
      ),
    ).toEqual(secret)

    // No recovery pair any more: the gateway's half goes with the answer, the vault's once it hears of it.
    await restartGateway()
    there = laptop.count(next)
    const strictly = codeChallenge(need(await laptop.atGateway(stepUp, { reason: 'recovery' }, { token })))
    const strictCode = readCode(await laptop.next(there, next))
    need(await laptop.atGateway(finishStepUp, { challenge: strictly, code: strictCode }, { token }))
    const strict = await askThroughKill(
      () => laptop.atGateway(makeStrict, { walletId, version: 2, otherWay: 'backup' }, { token }),
      restartGateway,
    )
    expect(strict.wallet.custody).toBe('strict')
    const left = await openStorage({ url: databaseUrl })
    // A gateway that starts tells what it had not told.
    await vi.waitFor(
      async () => {
        const farewells = await left.database.execute(sql`select id from custody_farewells`)
        expect(farewells).toHaveLength(0)
      },
      { timeout: 60_000 },
    )
    const holders = await left.database.execute(sql`select holder from wallet_shares where holder = 'recovery'`)
    expect(holders).toHaveLength(0)

    // Deletion, whose time has come while the gateway was dead.
    await restartGateway()
    there = laptop.count(next)
    const leaving = codeChallenge(need(await laptop.atGateway(stepUp, { reason: 'delete' }, { token })))
    const deleteCode = readCode(await laptop.next(there, next))
    need(await laptop.atGateway(finishStepUp, { challenge: leaving, code: deleteCode }, { token }))
    expect((await laptop.atGateway(deleteWallet, {}, { token })).code).toBe('TOO_OFTEN')
    await left.database.execute(sql`update login_email_changes set undo_until = now()`)
    await Promise.all([laptop.atGateway(deleteWallet, {}, { token }).catch(() => undefined), restartGateway()])
    // Whoever was marked before the kill has no session any more.
    expect(['', 'SESSION_REFUSED']).toContain((await laptop.atGateway(deleteWallet, {}, { token })).code)
    expect(await left.database.execute(sql`select id from login_users where delete_at is not null`)).toHaveLength(1)
    await gateway.kill()
    await left.database.execute(sql`update login_users set delete_at = now() - interval '1 second'`)
    await gateway.start()
    await gateway.kill()
    await gateway.start()
    await vi.waitFor(
      async () => {
        const rows = await left.database.execute(
          sql`select id from login_users union all select id from wallets union all select id from custody_farewells`,
        )
        expect(rows).toHaveLength(0)
      },
      { timeout: 60_000 },
    )
    await left.close()
    await vault.kill()
    const loaded = loadLevel()
    if ('reason' in loaded) throw loaded.reason
    const store = await openKeyValueStore(loaded.level, join(folder, 'vault-data', 'vault'))
    const kept = await store.iterator({ gte: 'person:', lt: 'share;' }).nextv(1_000)
    await store.close()
    expect(kept).toEqual([])
    await vault.start()
  },
  300_000,
)
