import { pushView } from '../../../core/kernel/shell/pushView.ts'
import { useInstance, useText } from '../../hooks.ts'

/** What a wallet may not know, and where to read what a network is. */
export function NetworksFooter() {
  const instance = useInstance()
  const t = useText()
  return (
    <p>
      {t('networks.note')}{' '}
      <button
        type="button"
        className="text-link"
        data-focus-key="help"
        onClick={() => {
          instance.track('CLICK_NETWORK_HELP', {})
          pushView(instance, { view: 'WhatIsANetwork' }, 'help')
        }}
      >
        {t('networks.help')}
      </button>
    </p>
  )
}
