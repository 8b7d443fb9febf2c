import { useId, useState } from 'react'
import { readRecord } from '../../../core/kernel/saved/records.ts'
import { writeRecord } from '../../../core/kernel/saved/writeRecords.ts'
import { useInstance } from '../../hooks.ts'
import { Tabs } from '../../parts/Tabs.tsx'
import { tabWords } from '../../text/rooms/tabWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { LatePanel } from './LatePanel.tsx'
import { Tokens } from './Tokens.tsx'
import { type AccountTab, useAccountTabs } from './useAccountTabs.ts'
import { useSwipe } from './useSwipe.ts'

/** Where the tab that was looked at last is kept. */
const RECORD = 'accountTab'

/** What is in each tab but the first. */
const PANELS = {
  nfts: async () => (await import('../nfts/Nfts.tsx')).Nfts,
  activity: async () => (await import('../activity/Activity.tsx')).Activity,
}

/** What the account has, and what it did, a tab each; the one that was looked at last comes first. */
export function AccountTabs() {
  const instance = useInstance()
  const t = useRoomText(tabWords)
  const panelId = useId()
  const { storage } = instance.services
  const [chosen, setChosen] = useState(() => readRecord(storage, RECORD))
  const tabs = useAccountTabs()
  const current = tabs.find((tab) => tab === chosen) ?? 'tokens'

  const choose = (tab: AccountTab): void => {
    if (tab === current) return
    if (tab === 'activity') instance.track('CLICK_TRANSACTIONS', {})
    setChosen(tab)
    writeRecord(storage, RECORD, tab)
  }
  const swipe = useSwipe((step) => {
    const next = tabs[tabs.indexOf(current) + step]
    if (next) choose(next)
  })
  return (
    <div className="account-tabs section">
      <Tabs
        label={t('title.Account')}
        tabs={tabs.map((id) => ({ id, label: t(`${id}.heading`) }))}
        current={current}
        panelId={panelId}
        onChange={choose}
      />
      <div id={panelId} role="tabpanel" aria-label={t(`${current}.heading`)} {...swipe}>
        {current === 'tokens' ? <Tokens isTab /> : <LatePanel load={PANELS[current]} />}
      </div>
    </div>
  )
}
