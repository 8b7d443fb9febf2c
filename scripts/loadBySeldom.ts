import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const SELDOM = 'core/roof/seldom.ts'
const LOAD_SELDOM = 'core/roof/loadSeldom.ts'
const LATER_PARTS = 'ui/laterParts.ts'

/** A module of ours that is imported late; its group is the path. */
export const LATE_IMPORT = /(?<!typeof )import\('(\.[^']+)'\)/g

/** Late parts of the SDK that load what they want later by way of `seldom.ts`. */
const PARTS = ['external', 'session', 'account']
/** Single files that do, and what they load so. */
const FILES = { 'ui/later.ts': LATER_PARTS, 'ui/mount.tsx': LATER_PARTS, 'ui/loadWords.ts': 'ui/text/every.ts' }

/**
 * What a page with a window alone can want: the views, and the words in other languages. A bundler that knows of what it makes that there
 * is none (Next, of what renders on its server) leaves out all that these lead to: 6 of 26 MB, and 2 to 4 of the 14 s that its
 * development server takes for the first page.
 */
const IN_PAGES = { [LATER_PARTS]: 'export const laterParts = {', 'ui/loadWords.ts': 'Record<Language, Files>> = {' }

/** Stays: it shares a file of another package with what every opening loads, and would be one request more for that. */
const BESIDE_OPENED = 'core/features/directory/walletSource.ts'

/**
 * Moves what some late parts import later, and the list of views, into the file of `seldom.ts`, which the page's own script alone
 * imports. Turbopack makes a copy of what an `import()` leads to for each set of files that may be loaded when it is reached; in
 * parts that are reached in many ways that was 731 files for a site with Next, and a minute to build it; so it is 274, and a third of
 * the time. The sources stay as they are.
 */
export function loadBySeldom(
  src: string,
  late: readonly { readonly name: string; readonly files: ReadonlySet<string> }[],
): Plugin {
  const texts = new Map<string, string>()
  const moved: string[] = []
  const change = (path: string, isMoved: (target: string) => boolean): void => {
    const before = readFileSync(path, 'utf8')
    const text = before.replace(LATE_IMPORT, (whole, wanted: string) => {
      const target = resolve(dirname(path), wanted)
      if (!isMoved(target)) return whole
      if (target === join(src, LATER_PARTS)) return 'loadSeldom(async (parts) => parts)'
      if (!moved.includes(target)) moved.push(target)
      return `loadSeldom((parts) => parts[${moved.indexOf(target)}]())`
    })
    if (text === before) return
    texts.set(path, `import { loadSeldom } from '${join(src, LOAD_SELDOM)}'\n${text}`)
  }

  for (const { name, files } of late.filter(({ name }) => PARTS.includes(name))) {
    const count = texts.size
    for (const path of files) {
      if (/\.tsx?$/.test(path)) change(path, (target) => !files.has(target) && target !== join(src, BESIDE_OPENED))
    }
    if (texts.size === count) throw new Error(`The part ${name} imports nothing later: take it out of the list`)
  }
  for (const [file, one] of Object.entries(FILES)) {
    change(join(src, file), (target) => target === join(src, one))
    if (!texts.has(join(src, file))) throw new Error(`${file} does not import ${one}`)
  }

  /** Puts something in the place of what a file says once. */
  const replace = (file: string, said: string, by: string): string => {
    const path = join(src, file)
    const [before, after, ...more] = (texts.get(path) ?? readFileSync(path, 'utf8')).split(said)
    if (after === undefined || more.length > 0) throw new Error(`${file} does not say ${said} once`)
    const text = before + by + after
    texts.set(path, text)
    return text
  }
  for (const [file, begin] of Object.entries(IN_PAGES)) {
    replace(file, begin, `${begin.slice(0, -1)}typeof window === 'undefined' ? {} as never : {`)
  }
  // One module with the list of views: of two, a bundler makes two objects by code of its own, which is one more request. What takes
  // one part of a file is written out in it, because `pick` comes with the modal, which the parts of `seldom.ts` can do without.
  const views = replace(LATER_PARTS, "import { pick } from './pick.ts'\n", '')
    .replace(/(?<=import\(')[^']+/g, (wanted) => resolve(dirname(join(src, LATER_PARTS)), wanted))
    .replace(/pick\('(\w+)'\)/g, '(code) => code.$1')
  const lines = ['laterParts,', ...moved.map((path, index) => `${index}: () => import('${path}'),`)]
  texts.set(join(src, SELDOM), views + replace(SELDOM, '\n} as const', `\n${lines.join('\n')}\n} as const`))
  return { name: 'load-by-seldom', enforce: 'pre', load: (id) => texts.get(id) ?? null }
}
