/** What the frame is told about the page around it, and what it says about its own screens. */
import * as v from 'valibot'
import { defineCall, text } from './call.ts'

/**
 * A value of the theme: a colour, a length or a number, by a grammar so narrow that no address, no other variable and no rule fits
 * into it (SEC-35). The frame checks contrast for itself.
 */
const COLOUR = /^(?:#[\da-f]{3,8}|(?:rgb|rgba|hsl|hsla|oklch|oklab|lch|lab)\([\d\s.,%/+a-z-]{1,64}\)|[a-z]{3,24})$/iu
const LENGTH = /^-?\d{1,4}(?:\.\d{1,4})?(?:px|rem|em|%)?$/u
/** Fonts that a system has, or the page's own system stack: a name of a file is none. */
const FONTS = ['system-ui', 'sans-serif', 'serif', 'monospace', 'ui-rounded', 'Inter'] as const

const colour = v.pipe(text(80), v.regex(COLOUR, 'expected a colour'))
const length = v.pipe(text(16), v.regex(LENGTH, 'expected a length'))

/** The variables that a page may set in the frame, and what each takes. Everything else of a site's theme stays in the site. */
export const themeVariables = v.strictObject({
  '--latchkey-accent': v.optional(colour),
  '--latchkey-surface': v.optional(colour),
  '--latchkey-ink': v.optional(colour),
  '--latchkey-radius': v.optional(length),
  '--latchkey-row-radius': v.optional(length),
  '--latchkey-button-radius': v.optional(length),
  '--latchkey-font': v.optional(v.picklist(FONTS)),
})

export const SYNC_THEME = /* @__PURE__ */ defineCall({
  payload: v.strictObject({
    themeMode: v.optional(v.picklist(['light', 'dark'])),
    themeVariables: v.optional(themeVariables),
    /** BCP 47, of the languages that the frame has; its own words follow it. */
    locale: v.optional(v.pipe(text(16), v.regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z\d]{2,8}){0,2}$/u))),
  }),
})

/** What the page says it is. The frame shows it as a claim, below the origin that the browser names (SEC-34). */
export const SYNC_DAPP_DATA = /* @__PURE__ */ defineCall({
  payload: v.strictObject({
    metadata: v.optional(
      v.strictObject({
        name: text(128),
        description: v.optional(text(512)),
        url: text(2048),
        icons: v.pipe(v.array(text(2048)), v.maxLength(8)),
      }),
    ),
    sdkVersion: v.optional(text(64)),
    sdkType: v.literal('latchkey'),
    projectId: text(128),
  }),
})

export const RELOAD = /* @__PURE__ */ defineCall()

/** Opens a screen of the frame; nothing of what is on it comes back (SEC-15). */
export const OPEN_SETTINGS = /* @__PURE__ */ defineCall({
  payload: v.strictObject({
    section: v.picklist(['export', 'recovery', 'devices', 'permissions', 'identities', 'activity', 'delete']),
  }),
})

const reason = v.picklist(['approve', 'stepup', 'export', 'recovery'])

/** The frame asks to be shown. */
export const UI_REQUEST = v.strictObject({
  reason,
  minWidth: v.pipe(v.number(), v.minValue(0), v.maxValue(4096)),
  minHeight: v.pipe(v.number(), v.minValue(0), v.maxValue(4096)),
})

/** The frame needs to be shown no longer. */
export const UI_DONE = v.strictObject({ reason, outcome: v.picklist(['done', 'refused', 'failed']) })

/** A person pressed in the frame to log in at a service again: a window is theirs to open, and a frame opens none (SEC-24). Always an address of the gateway. */
export const OPEN_WINDOW = v.strictObject({ uri: text(2048) })

/** Of what a page has for a theme, the parts that the frame takes: one value that does not fit would have the others dropped as well. */
export const pickTheme = ({
  themeMode,
  themeVariables: given,
  locale,
}: {
  readonly themeMode?: 'light' | 'dark' | undefined
  readonly themeVariables: Readonly<Record<string, string>>
  readonly locale?: string | undefined
}): v.InferOutput<NonNullable<typeof SYNC_THEME.payload>> => {
  const fits = (schema: v.GenericSchema, value: unknown) => value !== undefined && v.is(schema, value)
  const { entries } = themeVariables
  const kept = Object.entries(given).filter(
    ([name, value]) => Object.hasOwn(entries, name) && fits(entries[name as keyof typeof entries], value),
  )
  return {
    ...(themeMode && { themeMode }),
    themeVariables: Object.fromEntries(kept),
    ...(fits(SYNC_THEME.payload.entries.locale, locale) && { locale }),
  }
}
