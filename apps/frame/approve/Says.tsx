import type { Effects } from '@latchkey/wire/guard'
import { toQuantity } from '../../../packages/latchkey/src/core/values/toQuantity.ts'
import { AddressText } from '../../../packages/latchkey/src/ui/parts/AddressText.tsx'
import { drawLtr, Sentence } from '../../../packages/latchkey/src/ui/parts/Sentence.tsx'
import { type Line, listLines, toShort, toWhole } from '../../../packages/latchkey/src/ui/views/guard/sayRequest.ts'
import { toCoin } from './format.ts'
import type { Inspection } from './inspect.ts'
import type { NetworkWords } from './networks.ts'
import type { Reading } from './readSubject.ts'
import { SaysCall } from './SaysCall.tsx'
import { SaysPermission } from './SaysPermission.tsx'
import { fill, type Speech } from './speech.ts'
import { TypedTree } from './TypedTree.tsx'

/** What would be signed, in words, and what it would change. */
export function Says({ account, reading, found, network, speech }: Says.Props) {
  const { t, words } = speech
  if (reading.kind === 'message') {
    const { text, hides, hex } = reading.said
    return (
      <>
        {text === undefined ? null : (
          <Block title={words.message}>
            <p className="approve-text" dir="auto" translate="no">
              {text}
            </p>
          </Block>
        )}
        {text === undefined || hides ? (
          <Block title={words.bytes}>
            <p className="approve-text approve-code" dir="ltr" translate="no">
              {hex}
            </p>
          </Block>
        ) : null}
      </>
    )
  }
  if (reading.kind === 'typedData') {
    const said = { operations: [], typedData: reading.meaning, isBlind: false }
    return (
      <>
        <Block title={t('guard.says')}>
          <Lines lines={listLines(t, said, toNames(account, network))} />
        </Block>
        <Block title={words.meant}>
          <TypedTree fields={reading.tree.domain} />
        </Block>
        <Block title={words.data}>
          <TypedTree fields={reading.tree.message} />
        </Block>
      </>
    )
  }
  if (reading.kind === 'permission')
    return <SaysPermission reading={reading} decimals={found?.[0]?.decimals} speech={speech} />
  const parts =
    reading.kind === 'transaction'
      ? reading.calls.map(({ operations }) => ({ operations, solana: undefined }))
      : reading.transactions.map((_, index) => ({ operations: [], solana: found?.[index]?.solana ?? [] }))
  const isBatch = reading.kind === 'transaction' && parts.length > 1
  return (
    <>
      {isBatch ? <p className="approve-note">{fill(words.batch, { count: parts.length })}</p> : null}
      {parts.map((part, index) => {
        // What the calls of a batch come to together was found with the first, and stands below the last.
        const effects = found?.[isBatch ? 0 : index]?.effects
        const described = found?.[0]?.described?.[index]
        const said = { ...part, typedData: undefined, isBlind: false }
        const place = { place: index + 1, count: parts.length }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: transactions of one request stay in their order
          <div key={index} className="approve-part">
            {described ? <SaysCall call={described} network={network} speech={speech} /> : null}
            <Block title={parts.length > 1 ? fill(isBatch ? words.call : words.transaction, place) : t('guard.says')}>
              <Lines lines={listLines(t, said, toNames(account, network, effects))} />
            </Block>
            {effects && (!isBatch || place.place === place.count) ? (
              <Changes effects={effects} network={network} speech={speech} />
            ) : null}
          </div>
        )
      })}
    </>
  )
}
export declare namespace Says {
  type Props = {
    readonly account: string
    readonly reading: Reading
    readonly found: readonly Inspection[] | undefined
    readonly network: NetworkWords
    readonly speech: Speech
  }
}

/** One thing under its name. */
export function Block({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="approve-block">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ul className="approve-lines">
      {lines.map(({ pieces, address }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: of one request, which never changes
        <li key={index}>
          <span>
            <Sentence pieces={pieces} draw={(text) => <b>{drawLtr(text)}</b>} />
          </span>
          {address === undefined ? null : <AddressText address={toWhole(address)} full />}
        </li>
      ))}
    </ul>
  )
}

/** What a node expects the account to lose and gain, without the fee. Where it could not say, that is a finding. */
function Changes({
  effects,
  network,
  speech: { t },
}: {
  readonly effects: Effects
  readonly network: NetworkWords
  readonly speech: Speech
}) {
  if (effects.status !== 'simulated') return null
  if (effects.changes.length === 0) return <p className="approve-note">{t('guard.nothing')}</p>
  return (
    <Block title={t('send.changes')}>
      <ul className="approve-changes">
        {effects.changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: of one answer, which is drawn anew as a whole
          <li key={index} data-sign={change.after < change.before ? 'minus' : 'plus'}>
            <bdi dir="ltr">{toChange(change, network)}</bdi>
          </li>
        ))}
      </ul>
    </Block>
  )
}

function toChange(
  change: Extract<Effects, { readonly status: 'simulated' }>['changes'][number],
  { coin }: NetworkWords,
): string {
  const difference = change.after - change.before
  const sign = difference < 0n ? '−' : '+'
  const amount = difference < 0n ? -difference : difference
  if (change.kind === 'native') return `${sign}${toCoin(amount, coin)}`
  if (change.kind === 'item') return `${sign}${amount} × #${change.id} ${toShort(change.token)}`
  // What a contract calls itself stands beside its address, because anybody can call theirs the same.
  const { symbol = '', decimals = 0, token } = change
  return `${sign}${toQuantity(amount, decimals)} ${symbol} (${toShort(token)})`
}

/** What the lines name things by: of tokens only what the trial said of their decimals, and their address. */
function toNames(account: string, { coin }: NetworkWords, effects?: Effects) {
  const changes = effects?.status === 'simulated' ? effects.changes : []
  return {
    own: account.startsWith('0x') ? account.toLowerCase() : account,
    coin,
    findToken: (address: string) => {
      const claim = changes.find((each) => each.kind === 'token' && each.token === address)
      return { symbol: toShort(address), decimals: claim?.kind === 'token' ? claim.decimals : undefined }
    },
  }
}
