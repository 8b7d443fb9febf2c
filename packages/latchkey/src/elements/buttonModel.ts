import { getStatus } from '../core/kernel/wallet/connection.ts'
import { findNetwork, getActiveNetworkId } from '../core/kernel/wallet/networks.ts'
import type { Instance, OpenOptions } from '../core/latchkey.ts'
import type { Namespace } from '../core/network.ts'
import type { ButtonWords } from './words/en.ts'
import { fillWords } from './words.ts'

/** Which of the four elements a button is. */
export type ButtonKind = 'combined' | 'connect' | 'account' | 'network'

/** What the attributes of an element say. */
export type ButtonSettings = {
  readonly kind: ButtonKind
  readonly label: string | undefined
  readonly loadingLabel: string | undefined
  readonly namespace: Namespace | undefined
  readonly disabled: boolean
  readonly isSmall: boolean
  readonly showBalance: boolean
  /** Characters of an address before and after the gap. Defaults 4 and 6. */
  readonly charsStart: number
  readonly charsEnd: number
}

/** What is known of the account and network beyond the kernel; comes late. */
export type ButtonDetails = {
  readonly name: string | undefined
  readonly avatarUrl: string | undefined
  readonly networkImageUrl: string | undefined
  /** Null while it is being read, undefined when there is none. */
  readonly balance: string | null | undefined
}

/** What a button shows and does; the same model draws the same button. */
export type ButtonModel = {
  readonly look: 'main' | 'account' | 'network' | 'warning'
  readonly text: string
  /** Accessible name where the text is not enough. */
  readonly name: string | undefined
  readonly isSmall: boolean
  readonly busy: boolean
  readonly disabled: boolean
  readonly expanded: boolean
  readonly details: ButtonDetails | undefined
  /** What a click opens; undefined when a click does nothing. */
  readonly opens: OpenOptions | undefined
}

/** The model of a button. Without an instance it waits: it shows its label and cannot be pressed yet. Source: views, 6. */
export function getButtonModel(
  instance: Instance | undefined,
  settings: ButtonSettings,
  words: ButtonWords,
  details?: ButtonDetails | undefined,
): ButtonModel {
  const { kind } = settings
  const label = settings.label ?? (kind === 'network' ? words.selectNetwork : words.connect)
  const look = kind === 'network' ? 'network' : 'main'
  const waiting: ButtonModel = {
    look,
    text: label,
    name: undefined,
    isSmall: settings.isSmall,
    busy: false,
    disabled: settings.disabled,
    expanded: false,
    details: undefined,
    opens: undefined,
  }
  if (!instance) return waiting

  const modal = instance.stores.modal.get()
  const networks = instance.stores.networks.get()
  const connection = instance.stores.connection.get()
  const namespace = settings.namespace ?? networks.activeNamespace
  const account = instance.stores.accounts.get().byNamespace[namespace]?.active
  const networkId =
    namespace === networks.activeNamespace ? getActiveNetworkId(networks) : networks.activeByNamespace[namespace]
  const network = networkId && findNetwork(networks, networkId)
  const isUnsupported = account !== undefined && network === undefined && !instance.options.allowUnsupportedChain
  const isLoading = modal.loading.includes(namespace) || getStatus(connection, namespace) === 'connecting'
  const model = { ...waiting, expanded: modal.open }
  const filter = settings.namespace ? { namespace: settings.namespace } : {}

  if (kind === 'network') {
    const { enableNetworkSwitch } = instance.options
    const known = account ? (network?.name ?? words.unknownNetwork) : (settings.label ?? network?.name ?? label)
    return {
      ...model,
      look: isUnsupported ? 'warning' : 'network',
      text: isUnsupported ? words.switchNetwork : known,
      disabled: model.disabled || isLoading || !enableNetworkSwitch,
      details: isUnsupported || !network ? undefined : details,
      opens: { ...filter, view: 'Networks' },
    }
  }
  if (account && kind !== 'connect') {
    if (isUnsupported) {
      return { ...model, look: 'warning', text: words.switchNetwork, opens: { view: 'UnsupportedChain' } }
    }
    const text = details?.name ?? shorten(account.address, settings)
    const values = { account: text, network: network?.name ?? words.unknownNetwork, balance: details?.balance ?? '' }
    const hasBalance = settings.showBalance && Boolean(details?.balance)
    return {
      ...model,
      look: 'account',
      text,
      name: fillWords(hasBalance ? words.accountWithBalance : words.account, values),
      details: details && { ...details, balance: settings.showBalance ? details.balance : undefined },
      opens: filter,
    }
  }
  return {
    ...model,
    text: isLoading ? (settings.loadingLabel ?? words.connecting) : label,
    name: isLoading ? label : undefined,
    busy: isLoading,
    // A wallet that was asked and has not answered can be looked for again; a restore under way cannot.
    opens: isLoading && !connection.attempt ? undefined : filter,
  }
}

/** An address with a gap in its middle; short ones stay whole. */
function shorten(address: string, settings: Pick<ButtonSettings, 'charsStart' | 'charsEnd'>): string {
  const { charsStart, charsEnd } = settings
  if (address.length <= charsStart + charsEnd + 1) return address
  return `${address.slice(0, charsStart)}…${charsEnd > 0 ? address.slice(-charsEnd) : ''}`
}
