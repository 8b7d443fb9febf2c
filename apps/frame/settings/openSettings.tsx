/** Screens of the frame about the wallet itself: nothing of what is on them goes back to the page around it (SEC-15). */

import type { Language } from '@latchkey/wire/languages'
import type { ReactNode } from 'react'
import type { Stage, StageReason } from '../approve/types.ts'
import { CallError } from '../channel/CallError.ts'
import type { Missing, SettingsSection } from '../page/createHandler.ts'
import type { KeyAccount, KeyTasks } from '../worker/keyTasks.ts'
import { ActivityScreen } from './ActivityScreen.tsx'
import { BehindCode } from './BehindCode.tsx'
import { BringBackScreen } from './BringBackScreen.tsx'
import { DeleteScreen } from './DeleteScreen.tsx'
import { DevicesScreen } from './DevicesScreen.tsx'
import { ExportScreen } from './ExportScreen.tsx'
import { FirstWayScreen } from './FirstWayScreen.tsx'
import { IdentitiesScreen } from './IdentitiesScreen.tsx'
import { LetInScreen, type WantedStep } from './LetInScreen.tsx'
import { PermissionsScreen } from './PermissionsScreen.tsx'
import { SecondFactorScreen } from './SecondFactorScreen.tsx'
import { ThawScreen } from './ThawScreen.tsx'
import { loadTexts } from './texts.ts'
import { VaultCodesScreen } from './VaultCodesScreen.tsx'
import { WaysBackScreen } from './WaysBackScreen.tsx'

type Opening = {
  readonly account: KeyAccount
  readonly keys: KeyTasks
  /** CAIP-2 of the network in use. */
  readonly network: string
}
type End = (outcome: 'done' | 'refused') => void
type Log = (what: string, error: unknown) => void

/** How large the frame asks to be (CSS px). */
const SIZE = { minWidth: 320, minHeight: 560 }

/** A word that is asked for, not to be known in advance: one of the eight by even chance. */
const pickWord = (count: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % count

const drawExport = ({ keys, account }: Opening, end: End): ReactNode => (
  <BehindCode keys={keys} email={account.name} reason="export" onLeave={() => end('refused')}>
    <ExportScreen keys={keys} onLeave={() => end('done')} />
  </BehindCode>
)

type Section = { readonly reason: StageReason; readonly draw: (opening: Opening, end: End, go: Go) => ReactNode }
/** Opens another section in place of this one. */
type Go = (section: SettingsSection) => void

const SECTIONS: Readonly<Record<SettingsSection, Section>> = {
  export: { reason: 'export', draw: drawExport },
  recovery: {
    reason: 'recovery',
    draw: ({ keys, account }, end) => (
      <WaysBackScreen keys={keys} email={account.name} pick={pickWord} onLeave={() => end('done')} />
    ),
  },
  devices: {
    reason: 'stepup',
    draw: ({ keys, account }, end) => <DevicesScreen keys={keys} email={account.name} onLeave={() => end('done')} />,
  },
  permissions: {
    reason: 'stepup',
    draw: ({ keys }, end) => <PermissionsScreen keys={keys} onLeave={() => end('done')} />,
  },
  identities: {
    reason: 'stepup',
    draw: ({ keys, account }, end) => <IdentitiesScreen keys={keys} email={account.name} onLeave={() => end('done')} />,
  },
  activity: {
    reason: 'stepup',
    draw: ({ keys, account }, end) =>
      account.isFrozen ? (
        <ThawScreen keys={keys} email={account.name} onDone={() => end('done')} onLeave={() => end('refused')} />
      ) : (
        <ActivityScreen keys={keys} onLeave={() => end('done')} />
      ),
  },
  delete: {
    reason: 'stepup',
    draw: ({ keys, account, network }, end, go) => (
      <BehindCode keys={keys} email={account.name} reason="delete" onLeave={() => end('refused')}>
        <DeleteScreen
          keys={keys}
          account={account}
          network={network}
          onExport={() => go('export')}
          onDone={() => end('done')}
          onLeave={() => end('refused')}
        />
      </BehindCode>
    ),
  },
}

/** Opens one; what becomes of it is told by `UI_DONE`. It goes where another screen is asked for meanwhile. */
export const openSettings = async (
  parameters: Opening & {
    readonly section: SettingsSection
    readonly stage: Stage
    readonly log: Log
    /** It is over, whatever came of it. */
    readonly onEnd: () => void
  },
): Promise<void> => {
  const { section, stage, log, onEnd, ...opening } = parameters
  const { reason, draw } = SECTIONS[section]
  await loadWords()
  const go: Go = (other) => void openSettings({ ...parameters, section: other })
  const shown = stage.show<'done' | 'refused'>(
    { reason, ...SIZE, givesWay: true, draw: (end) => draw(opening, end, go), tell: (outcome) => outcome },
    new AbortController().signal,
  )
  shown
    .catch((error: unknown) => {
      if (!isLeft(error)) log(section, error)
    })
    .finally(onEnd)
}

/** The words of the page's language, before anything is drawn in it. */
const loadWords = () => loadTexts(document.documentElement.lang as Language)

/** Another screen was asked for. */
const isLeft = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Asks for the vault's codes of a new address. Whoever leaves finds them again among the ways back. */
export const askVaultCodes = async ({
  keys,
  stage,
  log,
}: {
  readonly keys: KeyTasks
  readonly stage: Stage
  readonly log: Log
}): Promise<void> => {
  await loadWords()
  const shown = stage.show<'done' | 'refused'>(
    {
      reason: 'stepup',
      ...SIZE,
      givesWay: true,
      draw: (end) => <VaultCodesScreen keys={keys} onDone={() => end('done')} onLeave={() => end('refused')} />,
      tell: (outcome) => outcome,
    },
    new AbortController().signal,
  )
  shown.catch((error: unknown) => {
    if (!isLeft(error)) log('The codes of the vault', error)
  })
}

/** Asks for what lets a device in by a mail of the vault's. Rejects where the visitor leaves, or with what it came to. */
export const letIn = async (
  { step, keys, stage }: { readonly step: WantedStep; readonly keys: KeyTasks; readonly stage: Stage },
  signal: AbortSignal,
): Promise<void> => {
  await loadWords()
  let problem: unknown = new CallError({ message: 'The device was not let in', code: 4001, reason: 'DEVICE_REFUSED' })
  const outcome = await stage.show<'done' | 'refused'>(
    {
      reason: 'recovery',
      ...SIZE,
      givesWay: true,
      draw: (end) => (
        <LetInScreen
          keys={keys}
          step={step}
          onDone={() => end('done')}
          onFail={(error) => {
            problem = error
            end('refused')
          }}
          onLeave={() => end('refused')}
        />
      ),
      tell: (end) => end,
    },
    signal,
  )
  if (outcome !== 'done') throw problem
}

/** Asks the visitor for what a login is missing here: an end of the freeze, a way back of their own, or the first one of a strict wallet. Rejects where they leave. */
export const bringBack = async (
  { missing, keys, stage }: { readonly missing: Missing; readonly keys: KeyTasks; readonly stage: Stage },
  signal: AbortSignal,
): Promise<void> => {
  // Whoever is not in yet has nothing to be listed.
  const { passkeys, name } = missing === 'PASSKEY_NEEDED' ? { passkeys: [], name: '' } : await keys.listWaysBack()
  await loadWords()
  const outcome = await stage.show<'done' | 'refused'>(
    {
      reason: 'recovery',
      ...SIZE,
      givesWay: true,
      draw: (end) => {
        const ends = { onDone: () => end('done'), onLeave: () => end('refused') }
        if (missing === 'PASSKEY_NEEDED') return <SecondFactorScreen keys={keys} {...ends} />
        if (missing === 'WALLET_FROZEN') return <ThawScreen keys={keys} email={name} {...ends} />
        if (missing === 'OWN_WAY_NEEDED') return <FirstWayScreen keys={keys} email={name} pick={pickWord} {...ends} />
        const email = missing === 'DEVICE_NOT_APPROVED' ? name : undefined
        return <BringBackScreen keys={keys} passkeys={passkeys} email={email} {...ends} />
      },
      tell: (end) => end,
    },
    signal,
  )
  if (outcome !== 'done')
    throw new CallError({ message: 'The wallet was not brought here', code: 4001, reason: missing })
}
