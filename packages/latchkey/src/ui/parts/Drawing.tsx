import type { ReactNode } from 'react'

/** Larger drawings of our own strokes, for empty and broken places. Decorative. */
export function Drawing({ name }: { readonly name: Drawing.Name }) {
  return (
    <svg className="drawing" viewBox="0 0 120 88" aria-hidden="true" focusable="false">
      {DRAWINGS[name]}
    </svg>
  )
}
export declare namespace Drawing {
  type Name = 'tokens' | 'search' | 'wallet' | 'broken'
}

const DRAWINGS: Readonly<Record<Drawing.Name, ReactNode>> = {
  tokens: (
    <>
      <g className="far">
        <rect x="18" y="10" width="84" height="22" rx="8" />
        <rect x="10" y="56" width="100" height="22" rx="8" />
      </g>
      <rect className="near" x="2.9" y="31" width="114.2" height="26" rx="9" />
      <circle cx="17" cy="44" r="6.5" />
      <path d="M31 44h34M88 44h16" />
      <path className="hot" d="m14.5 46.5 5-5M15.5 41.5h4v4" />
    </>
  ),
  search: (
    <>
      <rect className="near" x="32" y="22" width="56" height="46" rx="12" />
      <path d="M72 22v-2a6 6 0 0 0-7-5.8L38 18" />
      <circle className="hot" cx="60" cy="45" r="9" />
      <path className="hot" d="m67 52 7 7" />
    </>
  ),
  wallet: (
    <>
      <rect className="far" x="36" y="8" width="56" height="40" rx="9" />
      <rect className="near" x="22" y="22" width="76" height="54" rx="12" />
      <path d="M22 38h76" />
      <path className="near" d="M98 46H82a8 8 0 0 0 0 16h16" />
      <circle className="hot" cx="84" cy="54" r="2" />
    </>
  ),
  broken: (
    <>
      <rect className="far" x="22" y="10" width="76" height="68" rx="12" />
      <path className="near" d="M22 24a12 12 0 0 1 12-12h52a12 12 0 0 1 12 12v16l-14 8-12-8-12 10-12-10-12 9-14-9Z" />
      <path className="hot" d="M52 24v6M68 24v6" />
      <path d="M36 66h48" />
    </>
  ),
}
