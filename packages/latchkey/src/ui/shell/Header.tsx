import { goBack } from '../../core/flow/goBack.ts'
import { pushView } from '../../core/flow/pushView.ts'
import { requestClose } from '../../core/flow/requestClose.ts'
import type { Route } from '../../core/flow/views.ts'
import { surfaceOf } from '../../core/kernel/surface.ts'
import { useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { later } from '../later.ts'
import { HiddenText } from '../parts/HiddenText.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import { late } from './late.tsx'
import { getTitle, getView } from './viewOf.ts'

/** Longest title that is shown whole, on two lines if need be; of longer ones the middle goes, so that both ends tell names apart. */
const TITLE_LENGTH = 32

/** One thing at the left, the title, and the way out. The title names the dialog in every view, seen or not. */
export function Header({ route, titleId, isEmbedded }: Header.Props) {
  const instance = useInstance()
  const t = useText()
  // One screen of a frame follows another in the same view.
  useLatchkeyState(surfaceOf, ({ wanted }) => wanted?.reason)
  const title = getTitle(instance, t, route)
  // Counted in whole signs: half of an emoji is none.
  const signs = [...title]
  const isHidden = getView(route.view).hidesTitle === true
  return (
    <div className={isHidden ? 'header untitled' : 'header'}>
      <div className="header-side">
        <LeftSlot route={route} isEmbedded={isEmbedded} />
      </div>
      <h2 id={titleId} key={title} className={isHidden ? 'hidden-text' : 'header-title'} tabIndex={-1} data-title="">
        {signs.length > TITLE_LENGTH ? (
          <>
            <HiddenText>{title}</HiddenText>
            <span aria-hidden="true">{[...signs.slice(0, TITLE_LENGTH - 10), '…', ...signs.slice(-9)].join('')}</span>
          </>
        ) : (
          title
        )}
      </h2>
      <div className="header-side end">
        {route.view === 'Account' ? (
          <IconButton
            icon="settings"
            label={t('shell.settings')}
            focusKey="settings"
            onPress={() => pushView(instance, { view: 'AccountSettings' }, 'settings')}
          />
        ) : null}
        {isEmbedded ? null : (
          <IconButton
            icon="close"
            label={t('shell.close')}
            focusKey="close"
            onPress={() => requestClose(instance, 'closeButton')}
          />
        )}
      </div>
    </div>
  )
}
export declare namespace Header {
  type Props = { readonly route: Route; readonly titleId: string; readonly isEmbedded: boolean }
}

const LatePill = late(later('NetworkPill'))

/** First match wins. */
function LeftSlot({ route, isEmbedded }: { readonly route: Route; readonly isEmbedded: boolean }) {
  const instance = useInstance()
  const t = useText()
  const history = useLatchkeyState('router', (state) => state.history)
  const below = history.at(-2)
  if (route.view === 'Account' && instance.options.enableNetworkSwitch) return <LatePill />
  if (below && !(isEmbedded && route.view === 'Connect')) {
    const title = getTitle(instance, t, below)
    return (
      <IconButton
        icon="back"
        turns
        label={t('shell.back', { title })}
        focusKey="back"
        onPress={() => goBack(instance)}
      />
    )
  }
  if (route.view === 'Connect') {
    return (
      <IconButton
        icon="help"
        label={t('title.WhatIsAWallet')}
        focusKey="help"
        onPress={() => {
          instance.track('CLICK_WALLET_HELP', {})
          pushView(instance, { view: 'WhatIsAWallet' }, 'help')
        }}
      />
    )
  }
  return null
}
