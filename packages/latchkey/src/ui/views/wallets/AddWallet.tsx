import { pushView } from '../../../core/flow/pushView.ts'
import { getStart } from '../../../core/flow/showHome.ts'
import type { Namespace } from '../../../core/types/network.ts'
import { useInstance, useText } from '../../hooks.ts'
import { Button } from '../../parts/Button.tsx'

/** Leads to the wallets of a family; the ones that are connected stay so. */
export function AddWallet({ namespace }: { readonly namespace: Namespace }) {
  const instance = useInstance()
  const t = useText()
  return (
    <Button
      kind="plain"
      wide
      icon="wallet"
      focusKey="add"
      onPress={() => {
        instance.stores.modal.set((modal) => ({ ...modal, namespace }))
        pushView(instance, getStart(instance), 'add')
      }}
    >
      {t('wallets.add', { family: t(`family.${namespace}`) })}
    </Button>
  )
}
