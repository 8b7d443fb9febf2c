import { Children, type ReactNode } from 'react'

/** The way out and the way on, beside each other. Where there is a danger the way out stands where the way on does otherwise. */
export function Choice({ isDanger, children }: { readonly isDanger: boolean; readonly children: ReactNode }) {
  const both = Children.toArray(children)
  return <div className="send-buttons">{isDanger ? both.reverse() : both}</div>
}
