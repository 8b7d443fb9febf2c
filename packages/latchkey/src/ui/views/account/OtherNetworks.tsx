import { useState } from 'react'
import { listOtherNetworks } from '../../../core/features/tokens/otherTokens.ts'
import { tokensOf } from '../../../core/features/tokens/state.ts'
import { useInstance, useLatchkeyState } from '../../hooks.ts'
import { Disclosure } from '../../parts/Disclosure.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { late } from '../../shell/late.tsx'
import { listWords } from '../../text/rooms/listWords.ts'
import { useRoomText } from '../../useRoomText.ts'

const LateTokens = late(
  async () => (await import('./OtherTokens.tsx')).OtherTokens,
  <div className="flush">
    <Skeleton kind="row" />
  </div>,
)

/** The way to what the account holds on the site's other networks, which nobody is asked for before somebody wants to see it. */
export function OtherNetworks() {
  const { options } = useInstance()
  const t = useRoomText(listWords)
  const [isOpen, setIsOpen] = useState(false)
  const networks = useLatchkeyState('networks', (state) => state)
  const known = useLatchkeyState(tokensOf, (state) => state)
  if (!options.gatewayUrl || listOtherNetworks(networks, known).length === 0) return null
  return (
    <Disclosure label={t('tokens.others')} onOpen={() => setIsOpen(true)}>
      {isOpen ? <LateTokens /> : null}
    </Disclosure>
  )
}
