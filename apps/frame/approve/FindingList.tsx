import type { Finding, SigningFinding } from '@latchkey/wire/guard'
import { Notice } from '../../../packages/latchkey/src/ui/parts/Notice.tsx'
import { fill, type Speech } from './speech.ts'
import type { ApproveWords } from './words/words.ts'

const KINDS = { blocked: 'bad', danger: 'bad', warning: 'warn', note: 'info' } as const

/** Everything that is worth knowing of a request, in words. */
export function FindingList({ findings, networkName, speech }: FindingList.Props) {
  return findings.map((finding, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: of one request, which is drawn anew as a whole
    <div key={index} data-finding={finding.code} role={finding.level === 'note' ? undefined : 'alert'}>
      <Notice kind={KINDS[finding.level]}>
        <p>{toSentence(finding, networkName, speech)}</p>
        {finding.code === 'WOULD_FAIL' && finding.facts.reason !== undefined ? (
          <p>
            <bdi>{`“${finding.facts.reason}”`}</bdi>
          </p>
        ) : null}
      </Notice>
    </div>
  ))
}
export declare namespace FindingList {
  type Props = {
    readonly findings: readonly (Finding | SigningFinding)[]
    readonly networkName: string
    readonly speech: Speech
  }
}

/** Its own words where approvals have some, else those of the modal's check, else those of sending. */
function toSentence({ code, facts }: Finding | SigningFinding, network: string, { t, words }: Speech): string {
  const own = Object.hasOwn(words, code) ? words[code as keyof ApproveWords] : undefined
  if (own !== undefined) return fill(own, toTexts(facts))
  return (
    t.find(`guard.finding.${code}`, { network }) ??
    t.find(`send.finding.${code}`, { network }) ??
    t('guard.does.create')
  )
}

function toTexts(facts: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, `\u2068${String(value)}\u2069`]))
}
