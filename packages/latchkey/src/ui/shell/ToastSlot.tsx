import { useLatchkeyState } from '../hooks.ts'
import { later } from '../later.ts'
import { late } from './late.tsx'

const LateNotice = late(later('NoticeToast'), <span hidden data-loading="" />)

const LateToast = late(later('LineToast'), <span hidden data-loading="" />)

/** One toast at a time at the card's foot. */
export function ToastSlot() {
  const toast = useLatchkeyState('toast', (state) => state.toast)
  if (!toast) return null
  return toast.variant === 'notice' ? (
    <LateNotice key={toast.id} toast={toast} />
  ) : (
    <LateToast key={toast.id} toast={toast} />
  )
}
