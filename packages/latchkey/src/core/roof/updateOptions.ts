import { conflict, invalid } from '../checks/optionErrors.ts'
import type { Latchkey } from '../types/latchkey.ts'
import type { CreateLatchkeyOptions, Options } from '../types/options.ts'

/** Options that may change while an instance lives. The others are built into it: adapters, storage, servers. */
const CHANGEABLE = [
  'features',
  'allWallets',
  'featuredWalletIds',
  'includeWalletIds',
  'excludeWalletIds',
  'customWallets',
  'customRpcUrls',
  'connectorImages',
  'tokens',
  'termsConditionsUrl',
  'privacyPolicyUrl',
  'enableNetworkSwitch',
  'allowUnsupportedChain',
  'metadata',
  'themeMode',
  'accent',
  'themeVariables',
  'locale',
] as const satisfies (keyof CreateLatchkeyOptions)[]

export type ChangeableOptions = Pick<CreateLatchkeyOptions, (typeof CHANGEABLE)[number]>

/** Checks the changes together with what holds, and takes them over at once. */
export function updateOptions({ instance, ...latchkey }: Latchkey, changes: ChangeableOptions): void {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) {
    throw invalid('changes', 'an object of options')
  }
  const { options, given } = instance
  const names = Object.keys(changes)
  const fixed = names.find((name) => !(CHANGEABLE as readonly string[]).includes(name))
  // A name that no option has is told as that, below.
  if (fixed !== undefined && Object.hasOwn(options, fixed))
    throw conflict([fixed], 'it holds for the life of an instance')
  const current = Object.fromEntries(CHANGEABLE.map((name) => [name, options[name]]))
  const features = { ...options.features, ...changes.features }
  const metadata = { ...options.metadata, ...changes.metadata }
  const next = instance.resolve({ ...given, ...current, ...changes, features, metadata, networks: options.networks })
  const isChanged = (name: (typeof CHANGEABLE)[number]): boolean => names.includes(name)
  const parts: Partial<Options> = Object.fromEntries(CHANGEABLE.filter(isChanged).map((name) => [name, next[name]]))
  Object.assign(options, parts)
  if (isChanged('themeMode')) latchkey.setThemeMode(next.themeMode)
  if (isChanged('accent')) latchkey.setAccent(next.accent)
  if (isChanged('themeVariables')) latchkey.setThemeVariables(next.themeVariables)
  if (isChanged('locale')) latchkey.setLocale(next.locale)
}
