import type { ReactElement } from 'react'
import { Notice } from './parts.tsx'

/** What is left when the wallet could not start. */
export function Failed({ reason }: { readonly reason: string }): ReactElement {
  return (
    <main className="page">
      <h1>Field Wallet</h1>
      <Notice kind="bad" title="The wallet could not start">
        {reason}
      </Notice>
      <button type="button" className="button main" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  )
}
