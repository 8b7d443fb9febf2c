import { findNetwork, getActiveNetworkId } from '../../core/kernel/networks/networks.ts'
import type { Instance, OpenOptions } from '../../core/types/latchkey.ts'
import { type ButtonKind, type ReadAttribute, readNamespace } from '../settings.ts'
import type { PlainWords } from '../words/en.ts'
import type { RichWords } from '../words/richEn.ts'

/** What is known of the account and network beyond the kernel's state; comes late. */
export type ButtonDetails = {
  readonly name: string | undefined
  readonly avatarUrl: string | undefined
  readonly networkImageUrl: string | undefined
  /** Null while it is being read, undefined when there is none. */
  readonly balance: string | null | undefined
}

/** What a rich button shows and does; the same model draws the same button. */
export type RichModel = {
  readonly look: 'account' | 'network' | 'warning'
  readonly text: string
  /** Accessible name where the text is not enough. */
  readonly name: string | undefined
  readonly disabled: boolean
  /** Undefined where the look has no pictures or amounts. */
  readonly details: ButtonDetails | undefined
  /** What a click opens. */
  readonly opens: OpenOptions
}

/** The model of an account or network button. */
export function getRichModel(
  instance: Instance,
  parameters: {
    kind: ButtonKind
    read: ReadAttribute
    words: PlainWords & RichWords
    details: ButtonDetails | undefined
    loading: boolean
  },
): RichModel {
  const { kind, read, words, details } = parameters
  const networks = instance.stores.networks.get()
  const asked = readNamespace(read)
  const namespace = asked ?? networks.activeNamespace
  const account = instance.stores.accounts.get().byNamespace[namespace]?.active
  const networkId =
    namespace === networks.activeNamespace ? getActiveNetworkId(networks) : networks.activeByNamespace[namespace]
  const network = networkId && findNetwork(networks, networkId)
  const filter = asked ? { namespace: asked } : {}
  const disabled = read('disabled') !== undefined
  const { allowUnsupportedChain, enableNetworkSwitch } = instance.options
  const isUnsupported = account !== undefined && !network && !allowUnsupportedChain
  const warning = { look: 'warning', text: words.switchNetwork, name: undefined, details: undefined } as const

  if (kind === 'network') {
    const opens = { ...filter, view: 'Networks' } as const
    const isDisabled = disabled || parameters.loading || !enableNetworkSwitch
    if (isUnsupported) return { ...warning, disabled: isDisabled, opens }
    const shown = account
      ? (network?.name ?? words.unknownNetwork)
      : (read('label') ?? network?.name ?? words.selectNetwork)
    return {
      look: 'network',
      text: shown,
      name: undefined,
      disabled: isDisabled,
      details: shown === network?.name ? details : undefined,
      opens,
    }
  }
  if (isUnsupported) return { ...warning, disabled, opens: { view: 'UnsupportedChain' } }
  const showBalance = read('balance') !== 'hide'
  const text = details?.name ?? shorten(account?.address ?? '', read)
  const balance = showBalance ? details?.balance : undefined
  return {
    look: 'account',
    text,
    name: fill(balance ? words.accountWithBalance : words.account, {
      account: text,
      balance: balance ?? '',
      network: network?.name ?? words.unknownNetwork,
    }),
    disabled,
    details: details && { ...details, balance },
    opens: filter,
  }
}

/** Characters of an address before and after the gap: as wallets and explorers cut it. */
const CHARS_START = 4
const CHARS_END = 6

/** An address with a gap in its middle; short ones stay whole. */
function shorten(address: string, read: ReadAttribute): string {
  const count = (text: string | undefined, usual: number): number =>
    /^\d{1,2}$/.test(text ?? '') ? Number(text) : usual
  const start = count(read('chars-start'), CHARS_START)
  const end = count(read('chars-end'), CHARS_END)
  if (address.length <= start + end + 1) return address
  return `${address.slice(0, start)}…${end > 0 ? address.slice(-end) : ''}`
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => values[name] ?? '')
}
