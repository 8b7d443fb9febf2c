/** Screens of the frame about the wallet itself: nothing of what is on them goes back to the page around it (SEC-15). */
import { type ReactNode, useState } from 'react'
import type { Stage, StageReason } from '../approve/types.ts'
import { notServed } from '../channel/CallError.ts'
import type { SettingsSection } from '../page/createHandler.ts'
import type { KeyAccount, KeyTasks } from '../worker/keyTasks.ts'
import { BackupScreen } from './BackupScreen.tsx'
import { CodeScreen } from './CodeScreen.tsx'
import { DevicesScreen } from './DevicesScreen.tsx'
import { ExportScreen } from './ExportScreen.tsx'

type Opening = {
  readonly account: KeyAccount
  readonly keys: KeyTasks
}
type End = (outcome: 'done' | 'refused') => void

/** How large the frame asks to be (CSS px). */
const SIZE = { minWidth: 320, minHeight: 560 }

/** A word that is asked for, not to be known in advance: one of the eight by even chance. */
const pickWord = (count: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % count

/** A screen that stands behind a fresh code. */
export function BehindCode({
  keys,
  account,
  reason,
  onLeave,
  children,
}: Opening & {
  readonly reason: 'export' | 'recovery'
  readonly onLeave: () => void
  readonly children: ReactNode
}) {
  const [isIn, setIn] = useState(false)
  if (isIn) return children
  return <CodeScreen keys={keys} reason={reason} email={account.email} onDone={() => setIn(true)} onLeave={onLeave} />
}

const SECTIONS: Readonly<
  Partial<
    Record<SettingsSection, { readonly reason: StageReason; readonly draw: (opening: Opening, end: End) => ReactNode }>
  >
> = {
  export: {
    reason: 'export',
    draw: (opening, end) => (
      <BehindCode {...opening} reason="export" onLeave={() => end('refused')}>
        <ExportScreen keys={opening.keys} onLeave={() => end('done')} />
      </BehindCode>
    ),
  },
  recovery: {
    reason: 'recovery',
    draw: (opening, end) => (
      <BehindCode {...opening} reason="recovery" onLeave={() => end('refused')}>
        <BackupScreen keys={opening.keys} pick={pickWord} onDone={() => end('done')} onLeave={() => end('refused')} />
      </BehindCode>
    ),
  },
  devices: {
    reason: 'stepup',
    draw: ({ keys, account }, end) => <DevicesScreen keys={keys} email={account.email} onLeave={() => end('done')} />,
  },
}

/** Opens one. Rejects with a `CallError` for one that this frame has not; what becomes of it is told by `UI_DONE`. */
export const openSettings = async ({
  section,
  stage,
  log,
  ...opening
}: Opening & {
  readonly section: SettingsSection
  readonly stage: Stage
  readonly log: (what: string, error: unknown) => void
}): Promise<void> => {
  const screen = SECTIONS[section]
  if (!screen) throw notServed(`The screen for ${section}`)
  const { reason, draw } = screen
  const shown = stage.show<'done' | 'refused'>(
    { reason, ...SIZE, draw: (end) => draw(opening, end), tell: (outcome) => outcome },
    new AbortController().signal,
  )
  shown.catch((error: unknown) => log(section, error))
}
