import type { ReactNode } from 'react'

/** Strokes of tokens, for a place without any. Beside `Drawing.tsx`, because the first view needs neither of these. */
export const TOKENS_DRAWING: ReactNode = (
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
)

/** Strokes of a search that found nothing. */
export const SEARCH_DRAWING: ReactNode = (
  <>
    <rect className="near" x="32" y="22" width="56" height="46" rx="12" />
    <path d="M72 22v-2a6 6 0 0 0-7-5.8L38 18" />
    <circle className="hot" cx="60" cy="45" r="9" />
    <path className="hot" d="m67 52 7 7" />
  </>
)
