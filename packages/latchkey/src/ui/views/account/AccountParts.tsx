import { useEffect, useState } from 'react'
import { useLoadedViews, useLoadWords } from '../../hooks.ts'
import { Tokens } from './Tokens.tsx'
import { useAccountTabs } from './useAccountTabs.ts'

/** Tokens at the place where they stand beneath tabs: all there is, should the tabs not come. */
const UNTIL_THEN = (
  <div className="account-tabs section" data-loading="">
    <div className="tabs-place" />
    <Tokens isTab />
  </div>
)
const loadTabs = async () => (await import('./AccountTabs.tsx')).AccountTabs

/** The tabs, once their code and words have come; at hand from then on, so that who comes back finds the place they left. */
function LateTabs() {
  const parts = useLoadedViews()
  const loadWords = useLoadWords()
  const [Part, setPart] = useState(() => parts.get(loadTabs))
  useEffect(() => {
    Promise.all([loadTabs(), loadWords()]).then(
      ([part]) => {
        parts.set(loadTabs, part)
        setPart(() => part)
      },
      // The tokens stand there until then, and go on doing so.
      () => {},
    )
  }, [loadWords, parts])
  return Part === undefined ? UNTIL_THEN : <Part />
}

/** What the account has, and where something tells of its NFTs or what it did, each in a tab. */
export function AccountParts() {
  return useAccountTabs().length > 1 ? <LateTabs /> : <Tokens />
}
