import type { ReactNode } from 'react'

/** A thin line across, with a word in it where one is given. */
export function Divider({ children }: { readonly children?: ReactNode }) {
  return <p className="divider">{children}</p>
}
