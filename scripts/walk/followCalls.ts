/** Follows one call through the sources of the SDK, as a reader does who wants to know what it leads to. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { parseSync } from 'vite'

const ROOT = resolve(import.meta.dirname, '../..')
const SRC = join(ROOT, 'packages/latchkey/src')

/** What a reader knows from the first page on: stores, late code, ports. A walk does not go in there. */
const KNOWN = ['core/store.ts', 'core/kernel/defineStore.ts', 'core/lazy.ts', 'core/services/']

/** A place that leads from one file into another one, and from which a reader comes back. */
export type Crossing = { readonly from: string; readonly line: number; readonly to: string; readonly name: string }

/** Paths are below `packages/latchkey/src`. */
export type Walk = { readonly files: readonly string[]; readonly crossings: readonly Crossing[] }

/** A call in the text, and the function that it stands in. */
type Site = { readonly file: string; readonly line: number; readonly inside: number }
/** A function in the text, and the one that it stands in. */
type Body = { readonly file: string; readonly name: string; readonly parent: number }
type Text = { readonly sites: Site[]; readonly bodies: Body[] }

/** The room of a file: its folder, as in docs/architecture.md. */
export function toRoom(file: string): string {
  return dirname(file)
}

/**
 * Runs a scenario, TypeScript with imports from the repository's root that exports `run`, and follows what happens between its
 * calls of `begin()` and `end()`, starting with the function of this name. A line that runs twice is one place. What listeners
 * of stores and signals do is not followed: a reader sees the store written.
 */
export async function followCalls(
  scenario: string,
  first: { readonly file: string; readonly name: string },
): Promise<Walk> {
  const text: Text = { sites: [], bodies: [] }
  const folder = mkdtempSync(join(ROOT, 'node_modules/.walk-'))
  try {
    const outfile = join(folder, 'walk.mjs')
    await build({
      stdin: { contents: scenario, resolveDir: ROOT, loader: 'ts' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'esnext',
      conditions: ['@latchkey/source', 'production'],
      logLevel: 'warning',
      banner: { js: MARKS },
      plugins: [
        {
          name: 'marks',
          setup: ({ onLoad }) =>
            onLoad({ filter: /packages\/latchkey\/src\/(adapters|core|evm)\/.*\.ts$/ }, ({ path }) => ({
              contents: addMarks(relative(SRC, path), readFileSync(path, 'utf8'), text),
              loader: 'ts',
            })),
        },
      ],
    })
    const { run, $made } = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Traced
    await run()
    return readWalk($made, text, first)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The scenario with its marks: `$made` has the calls that were made, as the numbers of site and body. */
type Traced = { readonly run: () => Promise<void>; readonly $made: ReadonlySet<string> }

/** `$at` says which call is about to be made, `$in` which function has begun, `$out` that a call has come back. */
const MARKS = `
let $site = -1
let $isOn = false
export const $made = new Set()
const begin = () => { $isOn = true }
const end = () => { $isOn = false }
const $at = (site) => { $site = site; return [] }
const $in = (body) => { if ($isOn) $made.add($site + ' ' + body); $site = -1 }
const $out = (answer) => { $site = -1; return answer }
`

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>

/** The text with its functions and calls marked. */
function addMarks(file: string, text: string, { sites, bodies }: Text): string {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const opens: { readonly at: number; readonly mark: string }[] = []
  const closes: typeof opens = []

  const markBody = (body: Node, index: number): void => {
    if (body.type === 'BlockStatement') opens.push({ at: body.start + 1, mark: `$in(${index});` })
    else {
      opens.push({ at: body.start, mark: `($in(${index}),` })
      closes.push({ at: body.end, mark: ')' })
    }
  }
  const markCall = (call: Node, inside: number, isChained: boolean): void => {
    const site = sites.push({ file, line: text.slice(0, call.start).split('\n').length, inside }) - 1
    const hasComma = (call.arguments as Node[]).length === 0 || /,\s*$/.test(text.slice(0, call.end - 1))
    // As the last of the arguments it is read after them and right before the call.
    closes.push({ at: call.end - 1, mark: `${hasComma ? '' : ','}...$at(${site})` })
    if (isChained) return
    opens.push({ at: call.start, mark: '$out(' })
    closes.push({ at: call.end, mark: ')' })
  }
  /** `isChained` within `a?.b().c`, of which a part cannot be taken out. */
  const visit = (node: Node, parent: number, name: string, isChained: boolean): void => {
    let inside = parent
    const own = ((node.id ?? node.key) as { readonly name?: string } | null | undefined)?.name ?? name
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      inside = bodies.push({ file, name: own, parent }) - 1
      markBody(node.body as Node, inside)
    }
    const callee = node.type === 'CallExpression' ? (node.callee as Node) : undefined
    // Signals call their listeners.
    if (callee && !text.slice(callee.start, callee.end).endsWith('.abort')) markCall(node, inside, isChained)
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('type') || key === 'returnType') continue
      const isLink = (isChained || node.type === 'ChainExpression') && /^(expression|object|callee)$/.test(key)
      for (const child of [value].flat())
        if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, inside, own, isLink)
    }
  }
  visit(program as unknown as Node, -1, '', false)

  // From the end. What opens at one place does so from the outside in, and what closes there from the inside out.
  const marks = [
    ...opens.map((each) => ({ ...each, order: 1 })),
    ...closes.reverse().map((each) => ({ ...each, order: 0 })),
  ]
  let marked = text
  for (const { at, mark } of marks.reverse().sort((one, other) => other.at - one.at || other.order - one.order))
    marked = marked.slice(0, at) + mark + marked.slice(at)
  return marked
}

/** What of the calls that were made belongs to the walk. */
function readWalk(
  made: ReadonlySet<string>,
  { sites, bodies }: Text,
  first: { readonly file: string; readonly name: string },
): Walk {
  const calls = [...made].map((call) => call.split(' ').map(Number) as [site: number, body: number])
  const reached = new Set([bodies.findIndex(({ file, name }) => file === first.file && name === first.name)])
  const files = new Set([first.file])
  const crossings = new Map<string, Crossing>()
  for (let before = 0; before !== reached.size; ) {
    before = reached.size
    for (const [site, body] of calls) {
      const from = sites[site]
      const to = bodies[body]
      if (!to || KNOWN.some((known) => to.file.startsWith(known))) continue
      // What is handed to somebody else is read where it stands.
      if (reached.has(to.parent)) reached.add(body)
      if (!from || !reached.has(from.inside)) continue
      reached.add(body)
      files.add(to.file)
      if (from.file !== to.file)
        crossings.set(`${site} ${body}`, { from: from.file, line: from.line, to: to.file, name: to.name })
    }
  }
  return { files: [...files], crossings: [...crossings.values()] }
}
