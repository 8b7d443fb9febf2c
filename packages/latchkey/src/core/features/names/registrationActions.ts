import { getNameZones } from '@latchkey/wire/profile'
import { isLatchkeyError } from '../../errors/LatchkeyError.ts'
import { resetView } from '../../flow/resetView.ts'
import { getRoute } from '../../flow/router.ts'
import { getActiveNetworkId } from '../../kernel/networks/networks.ts'
import type { Instance } from '../../types/latchkey.ts'
import { askGateway } from '../../values/askGateway.ts'
import { normaliseText } from '../../values/normaliseText.ts'
import { noteUnserved } from '../tokens/noteUnserved.ts'
import { fetchOwnedName, fetchSuggestions, keepName, registerName } from './registerName.ts'
import { type NameSuggestion, registrationOf } from './registration.ts'
import { findLabelProblem, LEAST_ASKED, toLabel } from './registrationRules.ts'

/** How long a label stands before the gateway is asked about it, in ms. As the view is specified. */
export const LABEL_DELAY_MS = 500

/** Reads which zones the gateway has; what is known stays. Never rejects: how it ended stands in the store. */
export async function loadZones(instance: Instance): Promise<void> {
  const store = registrationOf(instance)
  const known = store.get().zones
  if (known && known.status !== 'failed') return
  store.set((state) => ({ ...state, zones: { status: 'reading', list: [] } }))
  try {
    const { zones, registration } = await askGateway(instance, (gateway, signal) =>
      gateway.call(getNameZones, {}, { signal }),
    )
    store.set((state) => ({ ...state, zones: { status: 'done', list: registration ? zones : [] } }))
  } catch (error) {
    const isNone = isLatchkeyError(error) && error.code === 'NOT_FOUND'
    if (isNone) noteUnserved(instance, 'names', getActiveNetworkId(instance.stores.networks.get()))
    instance.services.logger.debug('The zones of names could not be read.', { error })
    store.set((state) => ({ ...state, zones: { status: isNone ? 'done' : 'failed', list: [] } }))
  }
}

/** Reads which name an account has in the zones: the account is called so. Never rejects. */
export async function loadOwnedName(instance: Instance, address: string): Promise<void> {
  const store = registrationOf(instance)
  const write = (status: 'reading' | 'done' | 'failed', name?: string): void =>
    store.set((state) =>
      status === 'reading' || state.owned?.address === address ? { ...state, owned: { address, status, name } } : state,
    )
  write('reading')
  try {
    const name = await fetchOwnedName(instance, address)
    write('done', name)
    if (name !== undefined) keepName(instance, address, normaliseText(name))
  } catch (error) {
    instance.services.logger.debug('The names of an account could not be read.', { error })
    write('failed')
  }
}

/** Writes what the visitor types; a try that failed is over. */
export function changeLabel(instance: Instance, typed: string): void {
  registrationOf(instance).set((state) =>
    state.phase === 'idle' ? { ...state, label: toLabel(typed, state.zones?.list ?? []), failure: undefined } : state,
  )
}

/** Asks whether the label that is typed is free, and for others like it. Never rejects; another label that is typed meanwhile counts. */
export async function loadSuggestions(instance: Instance): Promise<void> {
  const store = registrationOf(instance)
  const { label, zones, asked } = store.get()
  const [zone] = zones?.list ?? []
  const isAsked = asked?.label === label && asked.status !== 'failed'
  if (zone === undefined || isAsked || label.length < LEAST_ASKED || findLabelProblem(label) === 'invalid') return
  const write = (status: 'reading' | 'done' | 'failed', list: readonly NameSuggestion[]): void =>
    store.set((state) => (state.label === label ? { ...state, asked: { label, status, list } } : state))
  write('reading', [])
  try {
    const suggestions = await fetchSuggestions(instance, { label, zone })
    const list = suggestions.flatMap(({ name, registered }): NameSuggestion[] => {
      const each = name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : ''
      const fits = each === label || findLabelProblem(each) === undefined
      return fits ? [{ label: each, name, isTaken: registered }] : []
    })
    write(list[0]?.label === label ? 'done' : 'failed', list)
  } catch (error) {
    instance.services.logger.debug('No names could be suggested.', { error })
    write('failed', [])
  }
}

/** Registers the name that is typed, once, and shows that it is theirs. What goes wrong stands in the store. Never rejects. */
export async function submitLabel(instance: Instance): Promise<void> {
  const store = registrationOf(instance)
  const { label, zones, phase } = store.get()
  const [zone] = zones?.list ?? []
  if (phase !== 'idle' || zone === undefined) return
  const name = `${label}.${zone}`
  store.set((state) => ({ ...state, phase: 'asking', failure: undefined }))
  try {
    await registerName(instance, name)
    instance.batch(() => {
      store.set((state) => ({
        ...state,
        phase: 'idle',
        registered: name,
        label: '',
        asked: undefined,
        owned: undefined,
      }))
      // Who has gone elsewhere meanwhile stays there.
      if (getRoute(instance.stores.router.get()).view === 'RegisterAccountName') {
        resetView(instance, { view: 'RegisterAccountNameSuccess' })
      }
    })
  } catch (error) {
    const code = isLatchkeyError(error) ? error.code : 'UNKNOWN_FAILURE'
    const isTaken = code === 'NAME_TAKEN'
    store.set((state) => ({
      ...state,
      phase: 'idle',
      failure: { code, name, error },
      // It is asked for anew: somebody has it by now.
      asked: isTaken ? undefined : state.asked,
    }))
    if (isTaken) void loadSuggestions(instance)
  }
}
