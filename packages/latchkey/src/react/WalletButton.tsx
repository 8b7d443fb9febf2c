'use client'

import { useEffect, useRef } from 'react'
import { en } from '../elements/words/en.ts'
import { type ButtonProps, renderElement } from './renderElement.ts'
import { useElements } from './useElements.ts'

/** Connects one wallet, as `<latchkey-wallet-button>`, and tells how asking it ended. */
export function WalletButton({ wallet, loadingLabel, onConnect, onError, ...props }: WalletButton.Props) {
  const instance = useElements()
  const element = useRef<HTMLElement>(null)
  const calls = useRef({ onConnect, onError })
  useEffect(() => {
    calls.current = { onConnect, onError }
  })
  useEffect(() => {
    const { current } = element
    const connected = (event: Event): void =>
      calls.current.onConnect?.((event as CustomEvent<WalletButton.Connected>).detail)
    const failed = (event: Event): void =>
      calls.current.onError?.((event as CustomEvent<{ readonly error: unknown }>).detail.error)
    current?.addEventListener('latchkey-connect', connected)
    current?.addEventListener('latchkey-error', failed)
    return () => {
      current?.removeEventListener('latchkey-connect', connected)
      current?.removeEventListener('latchkey-error', failed)
    }
  }, [])
  const attributes = { wallet, 'loading-label': loadingLabel }
  return renderElement('latchkey-wallet-button', { ...props, instance }, props.label ?? en.connect, attributes, element)
}
export declare namespace WalletButton {
  type Props = ButtonProps & {
    /** Which wallet: its connector id, rdns, directory id or whole name; or `walletConnect`, `email`, or a service for logging in. */
    readonly wallet: string
    /** Text while the wallet is asked. Default: "Connecting...". */
    readonly loadingLabel?: string | undefined
    /** The wallet was asked and is connected. Not called for a connection that is restored. */
    readonly onConnect?: ((connected: Connected) => void) | undefined
    /** The wallet was asked and is not connected: a `LatchkeyError` with its code. */
    readonly onError?: ((error: unknown) => void) | undefined
  }
  type Connected = { readonly connectorId: string; readonly namespace: string; readonly address: string | undefined }
}
