import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { CodemodError } from './CodemodError.ts'
import { listSources, listUnread } from './files/listSources.ts'
import { rewriteManifest } from './files/rewriteManifest.ts'
import type { Kit } from './kits/kit.ts'
import { createDraft, MARK } from './syntax/createDraft.ts'
import { readSource, type Source } from './syntax/readSource.ts'

/** A file before and after. */
export type Change = { readonly path: string; readonly before: string; readonly after: string }
/** Something that a person has to see to, at a line of the file as it will be. */
export type Remark = { readonly path: string; readonly line: number; readonly message: string }
/** A site as it would be. Nothing is written. */
export type Rewriting = {
  readonly changes: readonly Change[]
  readonly remarks: readonly Remark[]
  /** Files that could not be parsed, `FILE_UNPARSABLE`; the others were rewritten. */
  readonly failures: readonly { readonly path: string; readonly error: CodemodError }[]
  /** Files that name the kit and are of a kind which is not read, such as `.vue`. */
  readonly unread: readonly string[]
}

/** Rewrites the sources below some paths from another kit to Latchkey, and the manifests that they stand under. */
export function rewriteSite(kit: Kit, paths: readonly string[]): Rewriting {
  const failures: { path: string; error: CodemodError }[] = []
  const sources = listSources(paths).flatMap((path): Source[] => {
    const text = readFileSync(path, 'utf8')
    if (!kit.signs.test(text)) return []
    try {
      return [readSource(path, text)]
    } catch (cause) {
      failures.push({ path, error: new CodemodError('FILE_UNPARSABLE', `${show(path)}: ${toSentence(cause)}`) })
      return []
    }
  })
  const survey = kit.survey(sources)
  const files = sources.map((source): Change => {
    const draft = createDraft(source)
    kit.rewrite(draft, survey)
    return { path: source.path, before: source.text, after: draft.finish() }
  })
  const remarks = files.flatMap(({ path, after }) => listRemarks(path, after))
  const unread = listUnread(paths)
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => isNamed(kit, text))
  const left = [...failures.map(({ path }) => readFileSync(path, 'utf8')), ...unread.map(({ text }) => text)]
  const manifests = findManifests(listSources(paths)).map((path): Change => {
    const before = readFileSync(path, 'utf8')
    const used = listUsed(kit, [...files.map(({ after }) => after), ...left])
    try {
      const { text, left: kept } = rewriteManifest(before, kit, used)
      remarks.push(...kept.map((message) => ({ path, line: 1, message })))
      return { path, before, after: text }
    } catch (cause) {
      failures.push({ path, error: new CodemodError('FILE_UNPARSABLE', `${show(path)}: ${toSentence(cause)}`) })
      return { path, before, after: before }
    }
  })
  const changes = [...files, ...manifests].filter(({ before, after }) => before !== after)
  return { changes, remarks, failures, unread: unread.map(({ path }) => path) }
}

function listRemarks(path: string, text: string): readonly Remark[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const at = line.indexOf(`// ${MARK} `)
    return at < 0 ? [] : [{ path, line: index + 1, message: line.slice(at + MARK.length + 4) }]
  })
}

/** Modules of the kit that some texts name yet. */
function listUsed(kit: Kit, texts: readonly string[]): readonly string[] {
  const named = texts.flatMap((text) =>
    [...text.matchAll(/['"]([@\w][\w./@-]*)['"]/g)].map(([, module = '']) => module),
  )
  return [...new Set(named)].filter(kit.isTheirs)
}

/** Whether a text has a package of the kit, or an element whose name begins as it does. */
function isNamed(kit: Kit, text: string): boolean {
  return [...kit.packages, `<${kit.name}-`].some((name) => text.includes(name))
}

/** The nearest manifest above each file. */
function findManifests(paths: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const path of paths) {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const manifest = join(folder, 'package.json')
      if (existsSync(manifest)) {
        found.add(manifest)
        break
      }
      if (folder === dirname(folder)) break
    }
  }
  return [...found]
}

/** A path as it is said on the screen. */
export function show(path: string): string {
  return relative(process.cwd(), path) || path
}

function toSentence(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
