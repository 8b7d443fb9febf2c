import {
  type NameSuggestion,
  type RegistrationState,
  registrationOf,
} from '../../latchkey/src/core/features/names/registration.ts'
import { namesOf } from '../../latchkey/src/core/features/names/state.ts'
import type { Instance } from '../../latchkey/src/core/types/latchkey.ts'
import type { ViewTarget } from '../../latchkey/src/core/types/views.ts'
import { hold } from './fills.ts'
import { ACCOUNT, NETWORKS } from './fixtures.ts'
import { SENDABLE } from './sendStates.ts'
import type { ViewState } from './viewState.ts'

/** The zone of these states. */
export const ZONE = 'hollowpine.example'

const suggest = (label: string, isTaken = false): NameSuggestion => ({ label, name: `${label}.${ZONE}`, isTaken })
const answered = (label: string, isTaken: boolean, others: readonly string[]): Partial<RegistrationState> => ({
  label,
  asked: { label, status: 'done', list: [suggest(label, isTaken), ...others.map((each) => suggest(each))] },
})

/** An account without a name at a gateway with a zone, and what was typed so far. */
export function fillName(more: Partial<RegistrationState> = {}, name?: string) {
  return (instance: Instance): void => {
    hold(SENDABLE)(instance)
    namesOf(instance).set(() => ({ address: ACCOUNT.address, name, avatar: undefined }))
    registrationOf(instance).set((state) => ({
      ...state,
      zones: { status: 'done', list: [ZONE] },
      owned: { address: ACCOUNT.address, status: 'done' },
      ...more,
    }))
  }
}

const options: ViewState['options'] = { gatewayUrl: 'https://gateway.hollowpine.example' }
const SETTINGS: readonly ViewTarget[] = [{ view: 'Account' }, { view: 'AccountSettings' }]
const CHOOSE: ViewTarget = { view: 'ChooseAccountName' }
const REGISTER: ViewTarget = { view: 'RegisterAccountName' }
const MIRA = answered('mira', false, ['mira-pine', 'mira-river', 'mira-meadow', 'mira-harbor'])
const LONG = 'the-keeper-of-the-old-lighthouse-behind-the-northern-harbor-2026'

type Fill = NonNullable<ViewState['fill']>
const state =
  (target: ViewTarget, below: readonly ViewTarget[]) =>
  ([name, fill, more]: readonly [string, Fill, Partial<ViewState>?]): ViewState => ({
    view: target.view,
    name,
    options,
    fill,
    below,
    target,
    ...more,
  })

/** Account names, in every state worth looking at. */
export const NAME_STATES: readonly ViewState[] = [
  ...([['with a name to choose', fillName()]] as const).map(state({ view: 'AccountSettings' }, [{ view: 'Account' }])),
  ...(
    [
      ['filled', fillName()],
      ['loading', fillName({ zones: { status: 'reading', list: [] } })],
      ['closed', fillName({ zones: { status: 'done', list: [] } })],
    ] as const
  ).map(state(CHOOSE, SETTINGS)),
  ...(
    [
      ['empty', fillName()],
      ['typing', fillName({ label: 'mi' })],
      ['checking', fillName({ label: 'mira', asked: { label: 'mira', status: 'reading', list: [] } })],
      ['filled', fillName(MIRA)],
      ['taken', fillName(answered('pine', true, ['pine-maple', 'pine-comet', 'pine-lake']))],
      ['wrong', fillName({ label: 'mira pine' })],
      ['a long name', fillName(answered(LONG, false, []))],
      ['in the wallet', fillName({ ...MIRA, phase: 'asking' })],
      ['declined', fillName({ ...MIRA, failure: { code: 'USER_REJECTED', name: `mira.${ZONE}`, error: undefined } })],
      [
        'no answer',
        fillName({ ...MIRA, failure: { code: 'DATA_UNAVAILABLE', name: `mira.${ZONE}`, error: undefined } }),
      ],
      ['no suggestions', fillName({ label: 'mira', asked: { label: 'mira', status: 'failed', list: [] } })],
      ['owned', fillName()],
      ['nobody', () => undefined],
    ] as const
  ).map(state(REGISTER, [...SETTINGS, CHOOSE])),
  ...([['success', fillName({ registered: `mira.${ZONE}` }, `mira.${ZONE}`)]] as const).map(
    state({ view: 'RegisterAccountNameSuccess' }, []),
  ),
].map((each) => {
  if (each.view !== 'RegisterAccountName') return each
  // The view asks anew when it comes on screen; this is how that ended.
  if (each.name === 'owned') {
    const owned = { address: ACCOUNT.address, status: 'done' as const, name: `mira.${ZONE}` }
    return { ...each, after: (instance: Instance) => registrationOf(instance).set((now) => ({ ...now, owned })) }
  }
  return each
})

/** Networks of a site whose first one has no place in coin types (ENSIP-11). */
export const FAR_NETWORKS = [{ ...NETWORKS[0], id: 2 ** 31, caipNetworkId: `eip155:${2 ** 31}` as const }] as const
