/** What a gallery page shows, as its query says. */
export type Settings = {
  /** `view` and `state` as in VIEW_STATES; without them the index. `parts`, `accents` and `host` are pages of their own. */
  readonly page: 'index' | 'view' | 'parts' | 'accents' | 'host'
  readonly view: string
  readonly state: string
  readonly theme: 'dark' | 'light'
  readonly dir: 'ltr' | 'rtl'
  /** `long`: words a quarter longer, with the letters of German. */
  readonly text: 'plain' | 'long'
  /** `inside`: drawn in an element of the page instead of over it. */
  readonly place: 'over' | 'inside'
  readonly accent: string | undefined
  /** A BCP 47 tag. Default: Arabic where `dir` is `rtl`, else English. */
  readonly lang: string | undefined
}

/** Reads a query; anything unknown becomes the default. */
export function readSettings(search: string): Settings {
  const query = new URLSearchParams(search)
  const page = query.get('page')
  const view = query.get('view') ?? ''
  return {
    page: page === 'parts' || page === 'accents' || page === 'host' ? page : view === '' ? 'index' : 'view',
    view,
    state: query.get('state') ?? 'filled',
    theme: query.get('theme') === 'light' ? 'light' : 'dark',
    dir: query.get('dir') === 'rtl' ? 'rtl' : 'ltr',
    text: query.get('text') === 'long' ? 'long' : 'plain',
    place: query.get('place') === 'inside' ? 'inside' : 'over',
    accent: query.get('accent') ?? undefined,
    lang: query.get('lang') ?? undefined,
  }
}

/** The query of some settings, defaults left out. */
export function toSearch(settings: Partial<Settings>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(settings)) {
    if (value !== undefined && value !== 'plain') query.set(name, value)
  }
  return `?${query}`
}
