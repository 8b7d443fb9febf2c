/** A gateway with logins for tests: real routes, database and mail server, a vault that is only its keys, a clock that tests move. */
import { randomUUID } from 'node:crypto'
import type { CallAnswer } from '@latchkey/wire/custody/call'
import {
  approveLogin,
  finishLogin,
  finishStepUp,
  startLogin,
  stepUp,
  type stepUpReason,
} from '@latchkey/wire/custody/login'
import { DEVICE_TOKEN_SECONDS, DEVICE_TOKEN_TYPE, hashContact } from '@latchkey/wire/custody/tokens'
import type { InferOutput } from 'valibot'
import type { Mailbox } from '../../../testing/src/mailbox.ts'
import { type OwnKeys, openOwnKeys } from '../custody/ownKeys.ts'
import { createTestCaller, createTestDevice, FRAME, type TestDevice } from '../custody/testFrame.ts'
import { createTestGateway, SHOP } from '../gateway/testGateway.ts'
import { createLocalKms } from '../kms/createLocalKms.ts'
import { parseMasterKeys } from '../kms/readMasterKeys.ts'
import { loginChallenges, loginLimits } from '../storage/loginTables.ts'
import type { Queryable, Storage } from '../storage/storage.ts'
import type { LoginConfig } from './loginConfig.ts'
import { openLogin } from './openLogin.ts'

export const GATE = 'https://gate.example'
export const VAULT = 'https://vault.example'

export const newMasterKey = (party: 'gateway' | 'vault', id: string): string =>
  `${party}:${id}:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`

/** Lets every code that was mailed so far run out. */
export async function expireCodes({ database }: Queryable): Promise<void> {
  await database.update(loginChallenges).set({ expiresAt: 0 })
}

/** Forgets how often what was done at the gateway. */
export async function forgetLimits({ database }: Queryable): Promise<void> {
  await database.delete(loginLimits)
}

/** The keys of a vault, which signs what a test says. */
export async function createVaultKeys(): Promise<OwnKeys> {
  const kms = await createLocalKms(parseMasterKeys(newMasterKey('vault', 'a'), 'vault'))
  return openOwnKeys({ party: 'vault', kms, keep: async (_name, fresh) => fresh })
}

/** What names a fresh code that was mailed. */
export function codeChallenge(asked: CallAnswer<typeof stepUp>): string {
  if (asked.how !== 'code') throw new Error('no code was mailed')
  return asked.challenge
}

export async function createTestLogin(parameters: {
  storage: Storage
  mailbox: Mailbox
  masterKeys?: string | undefined
  time?: { now: number } | undefined
  vaultKeys?: OwnKeys | undefined
  /** Other services by which people log in, and how they are reached. */
  social?: readonly Readonly<Record<string, unknown>>[] | undefined
  fetch?: typeof globalThis.fetch | undefined
}) {
  const { storage, mailbox } = parameters
  const masterKeys = parameters.masterKeys ?? newMasterKey('gateway', 'a')
  const vaultKeys = parameters.vaultKeys ?? (await createVaultKeys())
  let isVaultAway = false
  const config = {
    projects: [
      { id: 'shop', name: 'Shop', origins: [SHOP, 'https://second.shop.example'] },
      { id: 'other', name: 'Other', origins: ['https://other.example'] },
      { id: 'twin', name: 'Twin', origins: [SHOP] },
    ],
    login: {
      frameOrigin: FRAME,
      vault: { origin: VAULT },
      keys: { kind: 'environment' as const, keys: masterKeys },
      mail: {
        host: '127.0.0.1',
        port: mailbox.port,
        allowClear: true,
        from: { name: 'Latchkey', address: 'wallet@gate.example' },
      },
      social: (parameters.social ?? []) as NonNullable<LoginConfig['social']>,
      limits: {
        calls: { capacity: 100_000, refillPerSecond: 1_000 },
      },
    },
  }
  const base = createTestGateway({ config })
  const time = parameters.time ?? base.time
  const clock = { now: () => time.now }
  if (base.config.login === undefined) throw new Error('logins are not configured')
  const login = await openLogin({
    config: base.config.login,
    names: new Map(base.config.projects.map(({ id, name }) => [id, name])),
    storage,
    publicUrl: GATE,
    fetch: async (input, init) => {
      if (!String(input).startsWith(VAULT)) return (parameters.fetch ?? fetch)(input, init)
      if (isVaultAway) throw new TypeError('fetch failed')
      return Response.json(vaultKeys.publicKeys)
    },
    clock,
    log: base.services.log,
    mode: 'test',
  })
  const gateway = createTestGateway({ config, services: { login, clock } })

  async function createDevice(host = SHOP, key?: TestDevice) {
    const device = key ?? (await createTestDevice())
    const call = createTestCaller({
      device,
      url: GATE,
      ask: (url, init) => gateway.app.request(url, init),
      now: clock.now,
      host,
    })

    /** The newest code for an address. Mails go over several connections, so one is awaited before the next is asked for. */
    async function readCode(email: string): Promise<string> {
      await login.settled()
      const codes = mailbox.mails.flatMap(({ to, text }) => {
        const [, one, two] = (to.includes(email) && /\n(\d{3}) (\d{3})\n/.exec(text)) || []
        return one === undefined || two === undefined ? [] : [one + two]
      })
      return codes.at(-1) ?? ''
    }

    const approve = async (email: string, claims: Readonly<Record<string, unknown>> = {}): Promise<string> =>
      vaultKeys.sign({
        type: DEVICE_TOKEN_TYPE,
        issuer: VAULT,
        audience: GATE,
        claims: {
          jti: randomUUID(),
          projectId: 'shop',
          contactHash: await hashContact({ projectId: 'shop', issuer: 'email', subject: email }),
          thumbprint: device.thumbprint,
          ...claims,
        },
        now: clock.now(),
        seconds: DEVICE_TOKEN_SECONDS,
      })

    return {
      device,
      call,
      readCode,
      approve,
      /** Begins a login and goes on to where the code is mailed. */
      async askCode(email: string) {
        await login.settled()
        const started = await call(startLogin, { email })
        if (started.code !== '') throw new Error(`the login did not begin: ${started.text}`)
        const { challenge, action } = started.value
        if (action === 'device') {
          const approved = await call(approveLogin, { challenge, approval: await approve(email) })
          if (approved.code !== '') throw new Error(`the device was not let in: ${approved.text}`)
        }
        return { challenge, action, code: await readCode(email) }
      },
      async logIn(email: string) {
        const { challenge, code } = await this.askCode(email)
        const finished = await call(finishLogin, { challenge, code })
        if (finished.code !== '') throw new Error(`the login did not end: ${finished.text}`)
        return finished.value
      },
      /** Types a fresh code for one thing. */
      async stepUp(token: string, reason: InferOutput<typeof stepUpReason>, email: string) {
        // Two mails within 30 s are one too many.
        time.now += 31_000
        await login.settled()
        const asked = await call(stepUp, { reason }, { token })
        const done = await call(
          finishStepUp,
          { challenge: codeChallenge(asked.value), code: await readCode(email) },
          { token },
        )
        if (done.code !== '') throw new Error(`the step-up did not end: ${done.text}`)
      },
    }
  }

  return {
    ...gateway,
    time,
    clock,
    login,
    storage,
    masterKeys,
    vaultKeys,
    /** What the logins noted so far, parsed. */
    loginLog: base.log,
    createDevice,
    setVaultAway(isAway: boolean) {
      isVaultAway = isAway
    },
  }
}

export type TestLogin = Awaited<ReturnType<typeof createTestLogin>>
