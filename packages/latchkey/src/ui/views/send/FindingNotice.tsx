import type { TransactionCheck } from '../../../core/features/send/transactionCheck.ts'
import { Notice } from '../../parts/Notice.tsx'
import type { Catalogue } from '../../text/catalogue.ts'
import { sendWords } from '../../text/rooms/sendWords.ts'
import { useRoomText } from '../../useRoomText.ts'

const KINDS = { danger: 'bad', warning: 'warn', note: 'info' } as const

/** One thing that is worth knowing of a transfer or a request, in words. */
export function FindingNotice({ finding, networkName, words = sendWords }: FindingNotice.Props) {
  const t = useRoomText(words)
  const { code, level } = finding
  const values = { network: networkName }
  const own = words === sendWords ? undefined : t.find(`guard.finding.${code}`, values)
  const sentence = own ?? t.find(`send.finding.${code}`, values)
  if (sentence === undefined) return null
  const said = (
    <Notice kind={KINDS[level]}>
      <p>{sentence}</p>
      {code === 'WOULD_FAIL' && finding.facts.reason !== undefined ? (
        <p>
          <bdi>{`“${finding.facts.reason}”`}</bdi>
        </p>
      ) : null}
      {code === 'RECIPIENT_LOOKALIKE' ? (
        <dl className="send-twins">
          <dt>{t('send.finding.lookalikeThis')}</dt>
          <dd>
            <Marked address={finding.facts.address} positions={finding.facts.positions} />
          </dd>
          <dt>{t('send.finding.lookalikeKnown')}</dt>
          <dd>
            <Marked address={finding.facts.known.address} positions={finding.facts.positions} />
          </dd>
        </dl>
      ) : null}
    </Notice>
  )
  return (
    <div data-finding={code} role={level === 'note' ? undefined : 'alert'}>
      {said}
    </div>
  )
}
export declare namespace FindingNotice {
  type Props = {
    readonly finding: TransactionCheck['findings'][number]
    readonly networkName: string
    /** The words of the room that shows it; those of a transfer are among them. Default: those alone. */
    readonly words?: Partial<Catalogue> | undefined
  }
}

/** An address in groups of four, with the characters marked that tell it from another one. */
function Marked({ address, positions }: { readonly address: string; readonly positions: readonly number[] }) {
  const start = address.startsWith('0x') ? 6 : 4
  const groups = [
    address.slice(0, start),
    ...Array.from({ length: Math.ceil((address.length - start) / 4) }, (_, index) =>
      address.slice(start + index * 4, start + index * 4 + 4),
    ),
  ]
  let offset = 0
  return (
    <bdi dir="ltr" className="send-marked">
      {groups.map((group) => {
        const from = offset
        offset += group.length
        return (
          <span key={from}>
            {toRuns(group, (index) => positions.includes(from + index)).map(({ text, isMarked }, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: runs are told apart by their place only
              isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
            )}
          </span>
        )
      })}
    </bdi>
  )
}

function toRuns(text: string, isMarkedAt: (index: number) => boolean): { text: string; isMarked: boolean }[] {
  const runs: { text: string; isMarked: boolean }[] = []
  for (const [index, character] of [...text].entries()) {
    const isMarked = isMarkedAt(index)
    const last = runs.at(-1)
    if (last?.isMarked === isMarked) last.text += character
    else runs.push({ text: character, isMarked })
  }
  return runs
}
