import { readInitialState } from 'latchkey/core'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Wallet } from './wallet'

export const metadata = { title: 'Latchkey with Next' }

export default async function Layout({ children }: { children: ReactNode }) {
  const initialState = readInitialState((await headers()).get('cookie'))
  return (
    <html lang="en">
      <body>
        <Wallet initialState={initialState}>{children}</Wallet>
      </body>
    </html>
  )
}
