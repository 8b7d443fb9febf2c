import type { ToastKey } from '../../core/flow/toast.ts'
import { useInstance } from '../hooks.ts'
import { AddressText } from '../parts/AddressText.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import { copyText } from './copyText.ts'

/** An address or a hash in short, with a button that copies it whole. */
export function CopyValue({ value, label, done, focusKey }: CopyValue.Props) {
  const instance = useInstance()
  return (
    <>
      <AddressText address={value} />
      <IconButton
        icon="copy"
        inline
        label={label}
        focusKey={focusKey}
        onPress={() => void copyText(instance, value, done)}
      />
    </>
  )
}
export declare namespace CopyValue {
  type Props = {
    readonly value: string
    /** Of the button. */
    readonly label: string
    readonly done: ToastKey
    readonly focusKey: string
  }
}
