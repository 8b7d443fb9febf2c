import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files that take longest, in their order: on two cores one that begins late ends alone. */
const LONG = [
  'views.browser.test.tsx',
  'narrow.browser.test.tsx',
  'shell.browser.test.tsx',
  'QrCode.browser.test.tsx',
  'processes.test.ts',
  'durability.test.ts',
  'hydration.test.ts',
  'auth.test.ts',
  'engine.test.ts',
  'readme.test.ts',
  'universal.test.ts',
  'published.test.ts',
  'examples.test.ts',
]

/** Runs the long test files first, in a fresh clone as well, where no earlier run says which they are. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = LONG.findIndex((name) => moduleId.endsWith(`/${name}`))
      return index < 0 ? LONG.length : index
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
