'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Latchkey } from '../core/types/latchkey.ts'
import type { CreateLatchkeyOptions } from '../core/types/options.ts'
import { createLatchkey } from '../index.ts'

const LatchkeyContext = createContext<Latchkey | undefined>(undefined)

/**
 * Hands an instance to the hooks and buttons below it: one that you made with `createLatchkey`, or `options` from which it
 * is made once. Options are read on the first render; a later render with others changes nothing. Safe on a server, in
 * StrictMode and with hot reload, where the same id gives the same instance.
 */
export function LatchkeyProvider(props: LatchkeyProvider.Props) {
  const [made] = useState(() => (props.latchkey ? undefined : createLatchkey(props.options)))
  const latchkey = props.latchkey ?? made
  return <LatchkeyContext.Provider value={latchkey}>{props.children}</LatchkeyContext.Provider>
}
export declare namespace LatchkeyProvider {
  type Props = { readonly children?: ReactNode } & (
    | { readonly latchkey: Latchkey; readonly options?: undefined }
    | { readonly options: CreateLatchkeyOptions; readonly latchkey?: undefined }
  )
}

/** The instance of the nearest `LatchkeyProvider`, or undefined where there is none. */
export function useOptionalLatchkey(): Latchkey | undefined {
  return useContext(LatchkeyContext)
}
