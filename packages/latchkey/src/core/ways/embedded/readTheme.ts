import type { FramePayload } from '@latchkey/wire/frame'
import { pickTheme } from '@latchkey/wire/frame/page'
import type { Look } from './place.ts'

/** What the frame is told of the page's theme: its mode, its language, and those of its values that the frame takes (SEC-35). */
export function readTheme(
  theme: {
    readonly accent: string | undefined
    readonly locale: string | undefined
    readonly variables: Readonly<Record<string, string>>
  },
  look: Look | undefined,
): FramePayload<'SYNC_THEME'> {
  const { accent, locale, variables } = theme
  return pickTheme({
    themeMode: look?.mode,
    themeVariables: { ...variables, ...(accent !== undefined && { '--latchkey-accent': accent }) },
    locale: locale ?? look?.locale,
  })
}
