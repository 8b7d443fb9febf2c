import type { ThemeState } from '../../core/flow/theme.ts'

/** Anything that could load something, or leave its declaration, or hide what it says. */
const UNSAFE_VALUE = /url\(|image\(|image-set\(|expression|[;{}<>\\@]|\/\*/i

const VALUE_LENGTH = 200

/** Whether a host's variable may be set: one of our names, and a value that fetches nothing and stays in its place. */
export function isSafeVariable(name: string, value: string): boolean {
  return /^--latchkey-[a-z0-9-]+$/.test(name) && value.length <= VALUE_LENGTH && !UNSAFE_VALUE.test(value)
}

/** Light or dark as it stands now, with `system` answered by the browser. */
export function resolveMode(mode: ThemeState['mode']): 'dark' | 'light' {
  if (mode !== 'system') return mode
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}

/**
 * Puts the host's mode, accent and variables on an element of ours, through the CSSOM only, and takes off what an earlier
 * theme had put there. An accent that is no colour is left out.
 */
export function applyTheme(element: HTMLElement, theme: ThemeState): void {
  const mode = resolveMode(theme.mode)
  element.dataset.theme = mode
  const { style } = element
  for (const name of Array.from(style)) if (name.startsWith('--')) style.removeProperty(name)
  for (const [name, value] of Object.entries(theme.variables)) {
    if (isSafeVariable(name, value)) style.setProperty(name, value)
  }
  if (theme.accent !== undefined && CSS.supports('color', theme.accent))
    style.setProperty('--latchkey-accent', theme.accent)
  if (CSS.supports('color', 'color(from red xyz-d65 x y z)')) return
  // The rest of the styles stands already on the default accent, so the derived lines may come a moment later.
  void import('./fallback.ts').then(
    ({ applyFallback }) => applyFallback(element, mode),
    () => {},
  )
}

/** Keeps an element in a theme as it changes, and in step with the system where it follows the system. Returns the way to stop. */
export function watchTheme(
  element: HTMLElement,
  store: { get(): ThemeState; watch(listener: (state: ThemeState) => void): () => void },
): () => void {
  const apply = (): void => applyTheme(element, store.get())
  const system = matchMedia('(prefers-color-scheme: light)')
  apply()
  const stop = store.watch(apply)
  system.addEventListener('change', apply)
  return () => {
    stop()
    system.removeEventListener('change', apply)
  }
}
