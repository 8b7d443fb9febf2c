import { chooseLanguage } from '@latchkey/wire/languages'
import { createElement } from 'react'
import { DESCRIBED, REFUSING, request, SILENT, SUBJECTS } from '../frame/approve/approveFixtures.ts'
import { createQueue } from '../frame/approve/createQueue.ts'
import { readOperation } from '../frame/approve/readOperation.ts'
import { readSubject } from '../frame/approve/readSubject.ts'
import { Turn } from '../frame/approve/Turn.tsx'
import type { ApprovalRequest } from '../frame/approve/types.ts'
import { openScreens } from '../frame/page/openScreens.tsx'
import { SCREENS } from '../frame/settings/settingsFixtures.tsx'
import type { Settings } from './settings.ts'

/** Draws a screen of the wallet's frame over the whole page, as it stands in its own window. Undefined: there is no such state. */
export function drawFrame({ state, theme, dir, lang }: Settings): (() => void) | undefined {
  const [subject, how = ''] = state.replace('approve ', '').split(', ')
  const screen = state.startsWith('approve ')
    ? drawApproval(subject as keyof typeof SUBJECTS, how)
    : (SCREENS[state] ?? undefined)
  if (screen === undefined) return undefined
  const screens = openScreens(chooseLanguage([lang ?? (dir === 'rtl' ? 'ar' : 'en')]))
  screens.element.dataset.theme = theme
  screens.draw(screen)
  return () => {
    screens.draw(undefined)
    screens.element.remove()
  }
}

const HOW: Readonly<Record<string, Partial<ApprovalRequest>>> = {
  'not checked': { ask: REFUSING },
  'being checked': { ask: SILENT },
  described: { describe: DESCRIBED, ask: async () => '0x6' },
  'on an unknown network': { network: 'eip155:31337' },
}

function drawApproval(name: keyof typeof SUBJECTS, how: string) {
  if (!Object.hasOwn(SUBJECTS, name)) return undefined
  const queue = createQueue()
  const waiting = how === 'second of three' ? 3 : 1
  const leave = Array.from({ length: waiting }, () => queue.enter())
  if (waiting > 1) leave[0]?.()
  const asked = request(SUBJECTS[name], HOW[how])
  const { subject } = asked
  const reading =
    subject.kind === 'operation' ? readOperation(asked, subject.operation) : readSubject({ ...asked, subject })
  return createElement(Turn, { request: asked, reading, queue, onEnd: () => {} })
}
