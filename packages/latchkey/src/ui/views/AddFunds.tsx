import { pushView } from '../../core/flow/pushView.ts'
import { useInstance, useText } from '../hooks.ts'
import { Button } from '../parts/Button.tsx'
import { useMayBuy } from './onramp/useMayBuy.ts'

/** The way out of an empty account: buying where there is somebody to buy from, else being paid; nothing where the site wants neither. */
export function AddFunds() {
  const instance = useInstance()
  const t = useText()
  const mayBuy = useMayBuy()
  if (!mayBuy && !instance.options.features.receive) return null
  const view = mayBuy ? 'FundWallet' : 'WalletReceive'
  return (
    <Button kind="plain" wide focusKey="funds" onPress={() => pushView(instance, { view }, 'funds')}>
      {t(`title.${view}`)}
    </Button>
  )
}
