import { useEffect, useState } from 'react'
import { getSilence, REFUSAL_RECORD, sharesUsage, shareUsage } from '../../../core/features/analytics/consent.ts'
import { forgetEverything, hasDatabase } from '../../../core/features/privacy/forgetEverything.ts'
import { type Contacted, listHosts } from '../../../core/features/privacy/listHosts.ts'
import { type Kept, listKept } from '../../../core/features/privacy/listKept.ts'
import { pushView } from '../../../core/flow/pushView.ts'
import { resetView } from '../../../core/flow/resetView.ts'
import { getStart } from '../../../core/flow/showHome.ts'
import { useAnnounce, useInstance, useLatchkeyState } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { List } from '../../parts/List.tsx'
import { GLOBE } from '../../parts/laterIcons.ts'
import { Row } from '../../parts/Row.tsx'
import { SwitchControl } from '../../parts/SwitchControl.tsx'
import { useStyles } from '../../parts/useStyles.ts'
import { privacyWords } from '../../text/rooms/privacyWords.ts'
import type { Translate } from '../../text.ts'
import { useRoomText } from '../../useRoomText.ts'
import styles from './privacy.css?inline'

/** What this browser keeps for the site, whom the modal talks to, and the way to end both. */
export function PrivacyAndData() {
  useStyles(styles)
  const instance = useInstance()
  const t = useRoomText(privacyWords)
  const networks = useLatchkeyState('networks', ({ all }) => all)
  // What is kept is of the connections, and of whatever was pressed here.
  useLatchkeyState('connection', (connection) => connection)
  const [isShared, setShared] = useState(() => getSilence(instance) === undefined && sharesUsage(instance))
  const [hasKeys, setHasKeys] = useState(false)
  useEffect(() => {
    let isOver = false
    void hasDatabase(instance).then((has) => {
      if (!isOver) setHasKeys(has)
    })
    return () => {
      isOver = true
    }
  }, [instance])

  const kept = listKept(instance)
  const hosts = listHosts(instance, { networks, isShared })
  return (
    <div className="privacy">
      <Sharing
        isShared={isShared}
        onChange={(isWanted) => {
          shareUsage(instance, isWanted)
          setShared(isWanted)
        }}
      />
      <section>
        <h3 className="list-title">{t('privacy.kept')}</h3>
        {kept.length === 0 && !hasKeys ? (
          <p className="privacy-note">{t('privacy.nothing')}</p>
        ) : (
          <Facts
            facts={[
              ...kept.map((one) => [t(`privacy.kept.${one.kind}`), formatKept(one, t)] as const),
              [t('privacy.kept.phones'), hasKeys ? t('privacy.kept.some') : undefined],
            ]}
          />
        )}
      </section>
      {hosts.length === 0 ? null : (
        <section>
          <h3 className="list-title">{t('privacy.hosts')}</h3>
          <List label={t('privacy.hosts')} plain>
            {hosts.map((contacted) => (
              <Row
                key={contacted.host}
                plain
                picture={
                  <span className="pic glyph">
                    <Icon name={GLOBE} />
                  </span>
                }
                title={<bdi dir="ltr">{contacted.host}</bdi>}
                note={describe(contacted, t)}
              />
            ))}
          </List>
        </section>
      )}
      {kept.length === 0 && !hasKeys ? null : <Forget onEnd={() => setHasKeys(false)} />}
    </div>
  )
}

/** Whether events are sent: a switch, or why there is none. */
function Sharing({ isShared, onChange }: { readonly isShared: boolean; readonly onChange: (isOn: boolean) => void }) {
  const t = useRoomText(privacyWords)
  const silence = getSilence(useInstance())
  if (silence !== undefined) {
    return <p className="privacy-note">{t(silence === 'site' ? 'privacy.noShare' : 'privacy.respected')}</p>
  }
  return (
    <div>
      <SwitchControl label={t('privacy.share')} isOn={isShared} onChange={onChange} focusKey="share" />
      <p className="privacy-note">{t('privacy.share.more')}</p>
    </div>
  )
}

/** Ends and deletes everything, after asking once more in the same place. */
function Forget({ onEnd }: { readonly onEnd: () => void }) {
  const instance = useInstance()
  const t = useRoomText(privacyWords)
  const announce = useAnnounce()
  const [isSure, setSure] = useState(false)
  const [isBusy, setBusy] = useState(false)
  return (
    <div className="section">
      <Button
        kind={isSure ? 'main' : 'plain'}
        wide
        busy={isBusy}
        focusKey="forget"
        onPress={async () => {
          if (!isSure) {
            setSure(true)
            return
          }
          setBusy(true)
          await forgetEverything(instance, { spared: [REFUSAL_RECORD] })
          announce(t('privacy.nothing'), 'polite')
          onEnd()
          // Nothing that needs an account is behind this any more.
          instance.batch(() => {
            resetView(instance, getStart(instance))
            pushView(instance, { view: 'PrivacyAndData' })
          })
        }}
      >
        {t(isSure ? 'privacy.forgetSure' : 'privacy.forget')}
      </Button>
      <p className="privacy-note">{t('privacy.forget.more')}</p>
    </div>
  )
}

function formatKept({ count, unit }: Kept, { region }: Translate): string {
  const style = { numberingSystem: 'latn' } as const
  if (unit === 'things') return new Intl.NumberFormat(region, style).format(count)
  const kilobytes = { ...style, style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(region, kilobytes).format(Math.max(0.1, count / 1000))
}

function describe({ purposes, networks }: Contacted, t: Translate): string {
  const network = new Intl.ListFormat(t.locale, { type: 'unit', style: 'short' }).format(networks)
  const node = networks.length === 0 ? [] : [t('privacy.hosts.node', { network })]
  return [...purposes.map((purpose) => t(`privacy.hosts.${purpose}`)), ...node].join(' · ')
}
