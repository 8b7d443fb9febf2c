import type { ReactNode } from 'react'

/** A larger drawing of our own strokes, for empty and broken places. Decorative. */
export function Drawing({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="drawing" viewBox="0 0 120 88" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

/** Strokes of a wallet, for a place without one. */
export const WALLET_DRAWING: ReactNode = (
  <>
    <rect className="far" x="36" y="8" width="56" height="40" rx="9" />
    <rect className="near" x="22" y="22" width="76" height="54" rx="12" />
    <path d="M22 38h76" />
    <path className="near" d="M98 46H82a8 8 0 0 0 0 16h16" />
    <circle className="hot" cx="84" cy="54" r="2" />
  </>
)

/** Strokes of something broken. */
export const BROKEN_DRAWING: ReactNode = (
  <>
    <rect className="far" x="22" y="10" width="76" height="68" rx="12" />
    <path className="near" d="M22 24a12 12 0 0 1 12-12h52a12 12 0 0 1 12 12v16l-14 8-12-8-12 10-12-10-12 9-14-9Z" />
    <path className="hot" d="M52 24v6M68 24v6" />
    <path d="M36 66h48" />
  </>
)
