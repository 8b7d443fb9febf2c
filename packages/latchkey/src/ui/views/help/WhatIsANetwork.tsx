import { LinkButton } from '../../parts/LinkButton.tsx'
import { EXTERNAL } from '../../parts/laterIcons.ts'
import { helpWords } from '../../text/rooms/helpWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { Points } from './Points.tsx'

/** Explains networks in two points, and where to read on. */
export function WhatIsANetwork() {
  const t = useRoomText(helpWords)
  return (
    <>
      <Points
        points={[
          { drawing: 'ledger', heading: t('help.network.ledger'), text: t('help.network.ledger.more') },
          { drawing: 'same', heading: t('help.network.same'), text: t('help.network.same.more') },
        ]}
      />
      <LinkButton href={LEARN_MORE} wide icon={EXTERNAL} focusKey="learn">
        {t('help.network.learn')}
      </LinkButton>
    </>
  )
}

/** A page on networks that no wallet or network maker runs. */
const LEARN_MORE = 'https://ethereum.org/en/developers/docs/networks/'
