'use client'

import type { InitialState } from 'latchkey/core'
import { mainnet } from 'latchkey/networks'
import { LatchkeyProvider } from 'latchkey/react'
import { universal } from 'latchkey/universal'
import type { ReactNode } from 'react'

const networks = [mainnet] as const
const adapters = [universal()]

export function Wallet({ initialState, children }: { initialState: InitialState | undefined; children: ReactNode }) {
  return (
    <LatchkeyProvider options={{ networks, adapters, storage: 'cookie', initialState }}>{children}</LatchkeyProvider>
  )
}
