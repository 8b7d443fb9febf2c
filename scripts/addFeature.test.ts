import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createFakeServices, testNetwork } from '@latchkey/testing'
import { afterAll, expect, test } from 'vitest'

/** The recipe of docs/architecture.md, followed: a feature with a store, a view, a toast, an event and an option. */
const ROOT = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(ROOT, 'node_modules/.feature-'))
const src = join(folder, 'src')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NEW_FILES: Readonly<Record<string, string>> = {
  'core/features/greeting/declare.ts': `import type { CreateLatchkeyOptions, Options } from '../../types/options.ts'

declare module '../../types/options.ts' {
  interface CreateLatchkeyOptions {
    /** What visitors are greeted with. Default \`Hello\`. */
    readonly greeting?: string | undefined
  }
  interface Options {
    readonly greeting: string
  }
}

declare module '../../types/views.ts' {
  interface ViewData {
    Greeting: { readonly name: string }
  }
}

declare module '../../types/events.ts' {
  interface EventProperties {
    GREETED: { readonly length: number }
  }
}

/** The options of this feature, filled in. */
export function resolveGreetingOptions({ greeting = 'Hello' }: CreateLatchkeyOptions): Pick<Options, 'greeting'> {
  return { greeting }
}
`,
  'core/features/greeting/optionChecks.ts': `import type { Shape } from '../../checks/findMistake.ts'

export const GREETING_SHAPES = { greeting: 'text' } as const satisfies Record<string, Shape>
`,
  'core/features/greeting/state.ts': `import { defineStore } from '../../kernel/defineStore.ts'

export type GreetingState = { readonly greeted: readonly string[] }

export const greetingOf = defineStore<GreetingState>('greeting', { greeted: [] })
`,
  'core/features/greeting/greet.ts': `import { showToast } from '../../flow/showToast.ts'
import type { Instance } from '../../types/latchkey.ts'
import { greetingOf } from './state.ts'

export function greet(instance: Instance, name: string): void {
  greetingOf(instance).set(({ greeted }) => ({ greeted: [...greeted, name] }))
  instance.track('GREETED', { length: name.length })
  showToast(instance, { variant: 'success', key: 'greeted', values: { text: instance.options.greeting, name } })
}
`,
  'ui/views/greeting/Greeting.tsx': `import { greetingOf } from '../../../core/features/greeting/state.ts'
import { useLatchkeyState } from '../../hooks.ts'
import { useViewData } from '../useViewData.ts'

export function Greeting() {
  const { name } = useViewData('Greeting')
  const count = useLatchkeyState(greetingOf, ({ greeted }) => greeted.length)
  return <p>{\`\${name} \${count}\`}</p>
}
`,
  'ui/views/greeting/greetingViews.ts': `import type { ViewTable } from '../../view.ts'

export const greetingViews: Pick<ViewTable, 'Greeting'> = {
  Greeting: {
    load: async () => (await import('./Greeting.tsx')).Greeting,
    title: (t) => t('title.Greeting'),
  },
}
`,
  'site.ts': `import { createLatchkey, type EventName, type ViewName } from './index.ts'
import { mainnet } from './networks/index.ts'

export const view: ViewName = 'Greeting'
export const event: EventName = 'GREETED'
export const open = () =>
  createLatchkey({ networks: [mainnet], greeting: 'Hi' }).open({ view: 'Greeting', data: { name: 'Mira' } })
// @ts-expect-error: the view needs a name
export const wrong = () => createLatchkey({ networks: [mainnet] }).open({ view: 'Greeting' })
`,
}

/** Lines that existing files get, each before the line that is named. */
const LINES: readonly { readonly file: string; readonly before: RegExp; readonly line: string }[] = [
  {
    file: 'core/features/features.ts',
    before: /^import .*'\.\/tokens\/options\.ts'/m,
    line: "import { resolveGreetingOptions } from './greeting/declare.ts'",
  },
  {
    file: 'core/features/features.ts',
    before: /^export type \{\} from '\.\/signIn/m,
    line: "export type {} from './greeting/declare.ts'",
  },
  {
    file: 'core/features/features.ts',
    before: /^ {2}\.\.\.resolveTokensOptions/m,
    line: '  ...resolveGreetingOptions(given),',
  },
  {
    file: 'core/features/optionChecks.ts',
    before: /^import .*'\.\/tokens/m,
    line: "import { GREETING_SHAPES } from './greeting/optionChecks.ts'",
  },
  { file: 'core/features/optionChecks.ts', before: /^ {2}\.\.\.TOKENS_SHAPES,/m, line: '  ...GREETING_SHAPES,' },
  { file: 'core/flow/views.ts', before: /^ {2}Downloads: 'wallet',/m, line: "  Greeting: 'name'," },
  {
    file: 'ui/viewTable.ts',
    before: /^import .*'\.\/views\/help/m,
    line: "import { greetingViews } from './views/greeting/greetingViews.ts'",
  },
  { file: 'ui/viewTable.ts', before: /^ {2}\.\.\.signInViews/m, line: '  ...greetingViews,' },
]
/** Existing files that were changed, texts apart. */
const touched = new Set<string>()

function edit(file: string, change: (text: string) => string): void {
  const path = join(src, file)
  const text = readFileSync(path, 'utf8')
  const next = change(text)
  expect(next, `${file} is no longer as the recipe has it`).not.toBe(text)
  writeFileSync(path, next)
  if (!file.startsWith('ui/text/')) touched.add(file)
}

function addFeature(): void {
  cpSync(join(ROOT, 'packages/latchkey/src'), src, {
    recursive: true,
    filter: (path) => !/\.test(-d)?\.tsx?$|adapters.contract/.test(path),
  })
  cpSync(join(ROOT, 'packages/latchkey/package.json'), join(folder, 'package.json'))
  symlinkSync(join(ROOT, 'packages/latchkey/node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(NEW_FILES)) {
    mkdirSync(dirname(join(src, file)), { recursive: true })
    writeFileSync(join(src, file), text)
  }
  for (const { file, before, line } of LINES) edit(file, (text) => text.replace(before, (found) => `${line}\n${found}`))
  const words = "'title.Greeting': 'A greeting',\n  'toast.greeted': '{text} {name}',"
  const texts = readdirSync(join(src, 'ui/text'), { recursive: true, encoding: 'utf8' })
  for (const name of texts.filter((file) => file.endsWith('.ts'))) {
    if (/'title\.Account':/.test(readFileSync(join(src, 'ui/text', name), 'utf8')))
      edit(`ui/text/${name}`, (text) => text.replace("'title.Account':", `${words}\n  'title.Account':`))
  }
}

test('a feature with a store, a view, a toast, an event and an option changes four files of the sources, and docs/options.md', async () => {
  addFeature()
  const changed = [...touched].sort()
  expect(changed).toEqual([
    'core/features/features.ts',
    'core/features/optionChecks.ts',
    'core/flow/views.ts',
    'ui/viewTable.ts',
  ])
  const recipe = /### Add a feature\n([\s\S]*?)\n##/.exec(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'))?.[1]
  for (const file of [...changed, 'docs/options.md']) expect(recipe).toContain(file)

  const settings = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { types: ['node', 'vite/client'] },
    include: ['src'],
    exclude: ['src/vue'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
}, 600_000)

test('and it works: the option is filled in and checked, the event heard, the toast and the view shown, the store there when asked for', async () => {
  const load = (file: string) => import(/* @vite-ignore */ join(src, file))
  const { resolveOptions } = await load('core/roof/resolveOptions.ts')
  const { buildLatchkey } = await load('core/roof/buildLatchkey.ts')
  const { greet } = await load('core/features/greeting/greet.ts')
  const { greetingOf } = await load('core/features/greeting/state.ts')
  const { viewTable } = await load('ui/viewTable.ts')
  const { firstWords } = await load('ui/text/firstWords.ts')
  const page = { title: () => 'Shop', origin: () => 'https://shop.test' }
  const given = { networks: [testNetwork(1)] }
  expect(() => resolveOptions({ ...given, greeting: 7 }, page)).toThrow('greeting')
  expect(resolveOptions({ ...given, greeting: 'Hi' }, page).greeting).toBe('Hi')

  const options = resolveOptions(given, page)
  const loadActions = () => load('core/flow/actions.ts')
  const { latchkey, start } = buildLatchkey({ given, options, loadActions, services: createFakeServices() })
  const events: string[] = []
  latchkey.on('event', ({ name }: { name: string }) => events.push(name))
  start()
  expect(latchkey.instance.live.stores.has('greeting')).toBe(false)
  greet(latchkey.instance, 'Mira')
  expect(greetingOf(latchkey.instance).get()).toEqual({ greeted: ['Mira'] })
  expect(events).toContain('GREETED')
  const { toast } = latchkey.instance.stores.toast.get()
  expect(toast).toMatchObject({ key: 'greeted', values: { text: 'Hello', name: 'Mira' } })

  await expect(latchkey.open({ view: 'Greeting' })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  const opened = latchkey.open({ view: 'Greeting', data: { name: 'Mira' } })
  await expect.poll(() => latchkey.getState().view).toBe('Greeting')
  expect(viewTable.Greeting.title((key: keyof typeof firstWords) => firstWords[key])).toBe('A greeting')
  expect((await viewTable.Greeting.load()).name).toBe('Greeting')
  latchkey.destroy()
  await expect(opened).resolves.toMatchObject({ reason: 'destroyed' })
})
