/** Tasks about the custody of the wallet: its address, ways back into it, what happened, freezing and its end. */
import type { CallAnswer, CallBody, CustodyCall } from '@latchkey/wire/custody/call'
import { refreshLogin } from '@latchkey/wire/custody/login'
import { setSecondFactor, startSecondFactor } from '@latchkey/wire/custody/secondFactor'
import { startKnownDevice } from '@latchkey/wire/custody/social'
import { freezeRecovery, startDevice, thawRecovery, waitForDevice } from '@latchkey/wire/custody/vault'
import { freezeWallet, readAudit, thawWallet, type WalletRecord } from '@latchkey/wire/custody/wallet'
import { listWaysBack, noteBackup, removePasskey } from '@latchkey/wire/custody/wayBack'
import { CallError } from '../channel/CallError.ts'
import type { Random } from '../keys/bytes.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import {
  type Brought,
  bringWallet,
  createStrict,
  nameOf,
  type OwnWay,
  recoverByFile,
  recoverByPasskey,
  type Session,
  type Surroundings,
} from '../wallet/bringWallet.ts'
import { changeEmail, type EmailChange, resumeEmailChange } from '../wallet/changeEmail.ts'
import { type Caller, CallRefusedError } from '../wallet/createCaller.ts'
import { addPasskey, deleteEverything, forgetRecovery, renewRecovery } from '../wallet/custody.ts'
import type { KeyTasks, StepUpReason } from './keyTasks.ts'
import type { Sessions } from './sessions.ts'

export type CustodyTasks = Pick<
  KeyTasks,
  | 'changeEmail'
  | 'resumeEmailChange'
  | 'typeEmailCode'
  | 'mailEmailCode'
  | 'readAudit'
  | 'freeze'
  | 'startThaw'
  | 'finishThaw'
  | 'deleteWallet'
  | 'listWaysBack'
  | 'noteBackup'
  | 'addPasskey'
  | 'removePasskey'
  | 'startSecondFactor'
  | 'setSecondFactor'
  | 'setCustody'
  | 'draftBackup'
  | 'createStrict'
  | 'recoverByPasskey'
  | 'recoverByFile'
  | 'startLetIn'
  | 'finishLetIn'
>

export const createCustodyTasks = ({
  projectId,
  sessions,
  gateway,
  vault,
  random,
  now,
  keyring,
  surround,
  unlock,
  join,
  demandStepUp,
  forget,
}: {
  readonly projectId: string
  readonly sessions: Sessions
  readonly gateway: Caller
  readonly vault: Caller
  readonly random: Random
  readonly now: () => number
  readonly keyring: Keyring
  readonly surround: () => Promise<Surroundings>
  readonly unlock: () => Promise<Keyring>
  /** Runs what brings the wallet to this device, and keeps what came of it. */
  readonly join: (bring: (around: Surroundings, session: Session) => Promise<Brought>) => Promise<WalletRecord>
  readonly demandStepUp: (reason: StepUpReason) => void
  /** Forgets all that this page holds. */
  readonly forget: () => void
}): CustodyTasks => {
  let change: { readonly email: string; readonly steps: EmailChange } | undefined
  let thawing: string | undefined
  let lettingIn: string | undefined
  /** A strict wallet that is not there yet, and whether its backup file was made. */
  let draft: { readonly record: ReturnType<Keyring['draft']>; readonly hasFile: boolean } | undefined

  /** Calls with the token that may be used now: one lives for minutes, and a person takes longer. */
  const live: Caller = async <Call extends CustodyCall>(
    call: Call,
    body: CallBody<Call>,
    options: Parameters<Caller>[2] = {},
  ) => {
    if (call.name === refreshLogin.name) return (await sessions.renewed()) as CallAnswer<Call>
    if (options.token === undefined) return gateway(call, body, options)
    return sessions.use(({ token }) => gateway(call, body, { ...options, token }))
  }
  const surroundLive = async (): Promise<Surroundings> => ({ ...(await surround()), gateway: live })

  const use = <Call extends CustodyCall>(call: Call, body: CallBody<Call>): Promise<CallAnswer<Call>> =>
    sessions.use(({ token }) => gateway(call, body, { token }))

  const demandChange = (): EmailChange => {
    if (!change) throw new CallRefusedError('CHALLENGE_OVER')
    return change.steps
  }

  /** The draft of who is logged in: made anew where the keyring was locked meanwhile. */
  const demandDraft = async () => {
    const { user } = await sessions.use(async (current) => current)
    if (user.wallet) throw new CallRefusedError('WALLET_EXISTS')
    const isOpen = draft && keyring.addresses()?.eip155 === draft.record.addresses.eip155
    if (!draft || !isOpen) draft = { record: keyring.draft(), hasFile: false }
    return draft
  }

  const walletIdOf = async (): Promise<string> => {
    const session = await sessions.use(async (current) => current)
    if (!session.user.wallet) throw new CallRefusedError('WALLET_UNKNOWN')
    return session.user.wallet.walletId
  }

  /** Has the vault mail a link to whom it knows the wallet by. */
  const askVault = async (): Promise<string> => {
    const { user, assertion } = await sessions.renewed()
    const asked = user.provider
      ? await vault(startKnownDevice, { assertion })
      : await vault(startDevice, { projectId, email: user.email ?? '' })
    return asked.request
  }

  /** Resolves to the vault's approval of this device, once a person opened the link. */
  const waitAtVault = async (request: string, isStill: () => boolean): Promise<string> => {
    for (;;) {
      const answer = await vault(waitForDevice, { request })
      if (!isStill()) throw new CallRefusedError('CHALLENGE_OVER')
      if (answer.state === 'refused')
        throw new CallError({ message: 'The device was refused', code: 4001, reason: 'DEVICE_REFUSED' })
      if (answer.state === 'approved') return answer.approval
    }
  }

  return {
    changeEmail: async (email) => {
      // Asked again for the same address: another mail.
      if (change?.email === email && change.steps.wanted().sender === 'gateway') await change.steps.mailAgain()
      else {
        const session = await sessions.use(async (current) => current)
        change = { email, steps: await changeEmail({ gateway: live, vault, random }, session, email) }
      }
      return change.steps.wanted()
    },
    resumeEmailChange: async () => {
      const session = await sessions.renewed()
      const steps = await resumeEmailChange({ gateway: live, vault, random }, session)
      change = { email: session.user.email ?? '', steps }
      return steps.wanted()
    },
    typeEmailCode: async (code) => {
      const steps = demandChange()
      const before = steps.wanted()
      try {
        return await steps.type(code)
      } finally {
        // Settled at the gateway even where the vault could not be asked then.
        if (before.sender === 'gateway' && before.address === 'new' && steps.wanted().sender !== 'gateway')
          await sessions.renewed()
      }
    },
    mailEmailCode: () => demandChange().mailAgain(),

    readAudit: async () => (await use(readAudit, {})).entries,

    freeze: async () => {
      await use(freezeWallet, {})
      forget()
      const { assertion } = await sessions.renewed()
      try {
        await vault(freezeRecovery, { assertion })
      } catch (error) {
        // It knows no device that came in by a linked login alone. The gateway's half of every pair is held back already.
        if (!(error instanceof CallRefusedError && error.code === 'DEVICE_NOT_APPROVED')) throw error
      }
    },
    startThaw: async () => {
      demandStepUp('thaw')
      thawing = await askVault()
    },
    finishThaw: async () => {
      const request = thawing
      if (request === undefined) throw new CallRefusedError('CHALLENGE_OVER')
      const approval = await waitAtVault(request, () => thawing === request)
      // The vault first: where it refuses, nothing is thawed.
      await vault(thawRecovery, { assertion: (await sessions.renewed()).assertion })
      await use(thawWallet, { approval })
      thawing = undefined
      await sessions.renewed()
    },
    startLetIn: async () => {
      lettingIn = await askVault()
    },
    finishLetIn: async () => {
      const request = lettingIn
      if (request === undefined) throw new CallRefusedError('CHALLENGE_OVER')
      await waitAtVault(request, () => lettingIn === request)
      lettingIn = undefined
      await join(bringWallet)
    },

    deleteWallet: async () => {
      demandStepUp('delete')
      const deleteAt = await deleteEverything({ gateway, keyring }, await sessions.renewed())
      forget()
      await sessions.keep(undefined)
      return deleteAt
    },

    listWaysBack: async () => {
      const session = await sessions.renewed()
      const { user, emailChange, custody } = session
      const { passkeys, backupAt, hasSecondFactor } = await use(listWaysBack, {})
      return {
        hasSecondFactor,
        email: user.email,
        name: nameOf(session),
        passkeys,
        backupAt,
        custody: user.wallet?.custody ?? 'recoverable',
        hasEmailChange: emailChange !== undefined,
        isOwnOnly: custody === 'strict',
      }
    },
    noteBackup: async () => {
      await use(noteBackup, { walletId: await walletIdOf() })
      await sessions.renewed()
    },
    addPasskey: async (passkey) => {
      demandStepUp('recovery')
      await unlock()
      await addPasskey(await surroundLive(), await sessions.renewed(), passkey)
      await sessions.renewed()
    },
    removePasskey: async (holder) => {
      demandStepUp('recovery')
      await use(removePasskey, { walletId: await walletIdOf(), holder })
      await sessions.renewed()
    },
    startSecondFactor: async () => use(startSecondFactor, {}),
    setSecondFactor: async (proof) => {
      demandStepUp('recovery')
      await use(setSecondFactor, { walletId: await walletIdOf(), proof: proof ?? null })
    },
    setCustody: async (custody, otherWay) => {
      demandStepUp('recovery')
      if (custody === 'strict')
        return void (await forgetRecovery({ gateway: live }, await sessions.renewed(), otherWay))
      await unlock()
      await renewRecovery(await surroundLive(), await sessions.renewed())
    },
    draftBackup: async () => {
      const { record } = await demandDraft()
      const made = await keyring.makeBackup(now())
      draft = { record, hasFile: true }
      return made
    },
    createStrict: async (passkey) => {
      const { record, hasFile } = await demandDraft()
      // A file that was made for another draft brings another wallet back.
      if (!passkey && !hasFile) throw new CallRefusedError('OWN_WAY_NEEDED')
      const own: OwnWay = passkey ? { kind: 'passkey', ...passkey } : { kind: 'backup' }
      // Where the answer was lost, the wallet is there already.
      await join((around, session) =>
        session.user.wallet ? bringWallet(around, session) : createStrict(around, session, record, own),
      )
      draft = undefined
    },
    recoverByPasskey: async (holder, key) => {
      const { passkeys } = await use(listWaysBack, {})
      const passkey = passkeys.find((each) => each.holder === holder)
      if (!passkey) throw new CallRefusedError('WALLET_UNKNOWN')
      await join((around, session) => recoverByPasskey(around, session, { holder, wrapped: passkey.wrapped, key }))
    },
    recoverByFile: async (file, phrase) => {
      await join((around, session) => recoverByFile(around, session, file, phrase))
    },
  }
}
