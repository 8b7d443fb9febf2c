/**
 * Another address for the wallet, settled by four codes: the gateway's to the old address and to the new one, then the vault's to both.
 * After the gateway's two the visitor logs in by the new address; the vault's two are what a recovery waits for.
 */
import { confirmContact, finishEmailChange, startContactChange, startEmailChange } from '@latchkey/wire/custody/email'
import { finishStepUp, refreshLogin, resendCode, stepUp } from '@latchkey/wire/custody/login'
import { base64urlnopad } from '@scure/base'
import type { Random } from '../keys/bytes.ts'
import { askUntilAnswered, challengeOf, type Session, type Surroundings } from './bringWallet.ts'
import { CallRefusedError } from './createCaller.ts'

/** Which code is wanted: who mailed it, to which address. `done`: none any more. */
export type WantedCode =
  | { readonly sender: 'gateway' | 'vault'; readonly address: 'old' | 'new' }
  | { readonly sender: 'done' }

/** A change on its way. Each call throws `CallRefusedError` with the codes of both servers, and may be tried again after. */
export type EmailChange = {
  /** What is wanted next. */
  readonly wanted: () => WantedCode
  /** The session as it is now: the gateway's second code gives it the new address. */
  readonly session: () => Session
  /** Types the code that is wanted, and has the next one mailed. */
  readonly type: (code: string) => Promise<WantedCode>
  /** Has the code that is wanted mailed again. */
  readonly mailAgain: () => Promise<void>
}

type Parts = Pick<Surroundings, 'gateway' | 'vault'> & { readonly random: Random }

const DONE: WantedCode = { sender: 'done' }

/** Begins a change: the gateway mails a code to the old address. */
export const changeEmail = async (parts: Parts, session: Session, email: string): Promise<EmailChange> => {
  const id = base64urlnopad.encode(parts.random(16))
  const challenge = challengeOf(await parts.gateway(stepUp, { reason: 'email' }, { token: session.token }))
  return createChange(parts, session, email, { id, challenge, wanted: { sender: 'gateway', address: 'old' } })
}

/**
 * Goes on with a change that the gateway has settled and the vault perhaps not, because the page ended in between. The vault mails its
 * codes anew where it has not followed.
 */
export const resumeEmailChange = async (parts: Parts, session: Session): Promise<EmailChange> => {
  const email = session.user.email ?? ''
  const id = session.emailChange?.id
  const change = createChange(parts, session, email, { id: id ?? '', challenge: '', wanted: DONE })
  if (id !== undefined) await change.askVault()
  return change
}

const createChange = (
  { gateway, vault }: Parts,
  begun: Session,
  email: string,
  at: { readonly id: string; readonly challenge: string; readonly wanted: WantedCode },
): EmailChange & { readonly askVault: () => Promise<WantedCode> } => {
  let { challenge, wanted } = at
  let session = begun

  /** Calls the vault by an assertion that is fresh: one is good for 5 minutes, and reading mails takes longer. */
  const askVaultWith = async <Answer>(ask: (assertion: string) => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask(session.assertion)
    } catch (error) {
      if (!(error instanceof CallRefusedError && error.code === 'TOKEN_REFUSED')) throw error
      session = await askUntilAnswered(() => gateway(refreshLogin, {}, { token: session.token }))
      return ask(session.assertion)
    }
  }

  const askVault = async (): Promise<WantedCode> => {
    const { isDone } = await askVaultWith((assertion) => vault(startContactChange, { assertion, email }))
    wanted = isDone ? DONE : { sender: 'vault', address: 'old' }
    return wanted
  }

  const typeOld = async (code: string): Promise<WantedCode> => {
    await gateway(finishStepUp, { challenge, code }, { token: session.token })
    wanted = { sender: 'gateway', address: 'new' }
    challenge = ''
    await askNew()
    return wanted
  }

  const askNew = async (): Promise<void> => {
    const started = await gateway(startEmailChange, { email }, { token: session.token })
    challenge = started.challenge
  }

  const typeNew = async (code: string): Promise<WantedCode> => {
    const body = { changeId: at.id, challenge, code }
    session = await askUntilAnswered(() => gateway(finishEmailChange, body, { token: session.token }))
    // From here on `mailAgain` asks the vault, also where this first time fails.
    wanted = { sender: 'vault', address: 'old' }
    return askVault()
  }

  const typeAtVault = async (address: 'old' | 'new', code: string): Promise<WantedCode> => {
    const { isDone } = await askVaultWith((assertion) =>
      askUntilAnswered(() => vault(confirmContact, { assertion, address, code })),
    )
    if (isDone) wanted = DONE
    else wanted = { sender: 'vault', address: address === 'old' ? 'new' : 'old' }
    return wanted
  }

  return {
    wanted: () => wanted,
    session: () => session,
    askVault,
    type: async (code) => {
      if (wanted.sender === 'done') return wanted
      if (wanted.sender === 'vault') return typeAtVault(wanted.address, code)
      return wanted.address === 'old' ? typeOld(code) : typeNew(code)
    },
    mailAgain: async () => {
      if (wanted.sender === 'vault') await askVault()
      else if (wanted.sender === 'gateway') {
        if (challenge === '') await askNew()
        else await gateway(resendCode, { challenge })
      }
    },
  }
}
