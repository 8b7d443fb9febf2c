import { type KeyboardEvent, useEffect, useId } from 'react'
import { directoryOf } from '../../core/features/directory/state.ts'
import { hideToast } from '../../core/flow/hideToast.ts'
import { pushView } from '../../core/flow/pushView.ts'
import type { Toast } from '../../core/flow/toast.ts'
import { viewOfWay } from '../../core/flow/viewOfWay.ts'
import { findWay } from '../../core/kernel/way.ts'
import { useAnnounce, useInstance, useLatchkeyState, useText } from '../hooks.ts'
import { formatAddress } from '../parts/AddressText.tsx'
import { Button } from '../parts/Button.tsx'
import { Icon } from '../parts/Icon.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import { isComposing } from '../parts/isComposing.ts'
import { useStyles } from '../parts/useStyles.ts'
import { useActiveAccount } from '../views/account/useActiveAccount.ts'
import { toOpening } from '../views/toOpening.ts'
import { findLost } from './findLost.ts'
import styles from './noticeToast.css?inline'
import toastStyles from './toast.css?inline'

/**
 * What happened while nobody was looking, with the one thing to do about it. It takes no focus and no time: it is read out
 * once, is the last stop of the Tab key, and stays until it is answered or dismissed (WCAG 2.2.1). Source: F-54 to F-56.
 */
export function NoticeToast({ toast }: NoticeToast.Props) {
  const instance = useInstance()
  const t = useText()
  const announce = useAnnounce()
  const id = useId()
  const account = useActiveAccount()
  const directory = useLatchkeyState(directoryOf, (state) => state)
  const isConnecting = useLatchkeyState('connection', ({ attempt }) => attempt?.kind === 'connect')
  useStyles(toastStyles)
  useStyles(styles)

  const { code, wallet } = toast
  const listing = wallet && findLost(instance, directory, wallet)
  const sentence = toOpening(
    t,
    t(`failure.${code}`, { wallet: listing?.name || t('pairing.someWallet') }),
    listing?.name,
  )
  const button =
    code === 'RESTORE_FAILED'
      ? t('action.reconnect')
      : code === 'STORAGE_DENIED'
        ? t('action.ok')
        : account && t('action.continueAs', { address: formatAddress(account.address) })
  const dismiss = (): void => hideToast(instance)
  const press = (): void => {
    dismiss()
    if (listing === undefined) return
    const name = listing.name || toOpening(t, t('pairing.someWallet'), undefined)
    const way = findWay(instance, wallet?.connectorId)
    if (way) pushView(instance, viewOfWay(way))
    else pushView(instance, { view: 'ConnectingExternal', data: { wallet: { ...listing, name } } })
  }

  // Once: a name that the directory brings later changes what is read, not what is said.
  // biome-ignore lint/correctness/useExhaustiveDependencies: said when it comes, and no more
  useEffect(() => {
    announce(button === undefined ? sentence : `${sentence} ${button}`, 'polite')
  }, [])

  // Whoever is connected, or on the way into a wallet, needs no way back to the one that was lost.
  const isOver = code === 'RESTORE_FAILED' && (account !== undefined || isConnecting)
  useEffect(() => {
    if (isOver) hideToast(instance)
  }, [isOver, instance])

  // While it is read, Escape means this and not the window behind it; in the capture phase, before the dialog hears it.
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    dismiss()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="toast asks" role="group" aria-labelledby={id} data-failure={code} onKeyDownCapture={onKey}>
      <Icon name={code === 'CHANGED_IN_OTHER_TAB' ? 'info' : 'warn'} />
      <span id={id} className="toast-text">
        {sentence}
      </span>
      {code === 'RESTORE_FAILED' || button === undefined ? (
        <IconButton icon="close" inline label={t('shell.dismiss')} onPress={dismiss} />
      ) : null}
      {button === undefined ? null : (
        <Button kind="plain" small onPress={press}>
          {button}
        </Button>
      )}
    </div>
  )
}
export declare namespace NoticeToast {
  type Props = { readonly toast: Extract<Toast, { variant: 'notice' }> }
}
