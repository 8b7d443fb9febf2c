import type { ReactNode } from 'react'
import { HiddenText } from './HiddenText.tsx'
import { useSurroundings } from './surroundings.ts'

/** A link inside a sentence. Opens a new tab without opener or referrer (SEC-87) and says so in its name. */
export function TextLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const { words } = useSurroundings()
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <span>{children}</span>
      <HiddenText>{` (${words.newTab})`}</HiddenText>
    </a>
  )
}
