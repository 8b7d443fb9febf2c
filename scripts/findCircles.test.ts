import { expect, it } from 'vitest'
import { findCircles } from './findCircles.ts'

const find = (files: Readonly<Record<string, string>>) => findCircles(new Map(Object.entries(files)))

it('files that import each other over a third one are a circle, also by a type alone', () => {
  const files = {
    'a/one.ts': "import type {\n  Two,\n} from './two.ts'\n",
    'a/two.ts': "export { three } from '../three.ts'\n",
    'three.ts': "import './a/one.ts'\n",
    'four.ts': "import { one } from './a/one.ts'\n",
  }
  expect(find(files)).toEqual([['a/one.ts', 'a/two.ts', 'three.ts']])
})

it('what is loaded late closes no circle', () => {
  const files = {
    'one.ts': "export const load = () => import('./two.ts')\n",
    'two.ts': "import { load } from './one.ts'\n",
  }
  expect(find(files)).toEqual([])
})

it('two circles are two', () => {
  const files = {
    'a.ts': "import { b } from './b.ts'\nimport { c } from './c.ts'\n",
    'b.ts': "import { a } from './a.ts'\n",
    'c.ts': "import { d } from './d.ts'\n",
    'd.ts': "import { c } from './c.ts'\n",
  }
  expect(find(files)).toHaveLength(2)
})
