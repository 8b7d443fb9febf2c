import { dirname, join } from 'node:path'

/**
 * Files that import each other in a circle, types counted: each circle as its files, in the order of the alphabet. What is loaded late
 * (`import()`) is no import here. `sources` has each file's text by its path.
 */
export function findCircles(sources: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const reached = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  // Tarjan: whoever reaches nothing older than itself closes the circle of all that was opened since.
  function visit(path: string): void {
    const place = reached.size
    reached.set(path, place)
    lowest.set(path, place)
    open.push(path)
    for (const next of listImports(path, sources)) {
      if (!reached.has(next)) visit(next)
      if (open.includes(next)) lowest.set(path, Math.min(lowest.get(path) ?? place, lowest.get(next) ?? place))
    }
    if (lowest.get(path) !== place) return
    const circle = open.splice(open.indexOf(path))
    if (circle.length > 1) circles.push(circle.sort())
  }

  for (const path of sources.keys()) if (!reached.has(path)) visit(path)
  return circles
}

function listImports(path: string, sources: ReadonlyMap<string, string>): readonly string[] {
  const text = sources.get(path) ?? ''
  const names = text.matchAll(/^(?:import|export)\s+(?:[\w*{][^'()=]*\sfrom\s+)?'(\.[^']+)'/gm)
  const targets = [...names].map(([, name = '']) => join(dirname(path), name))
  return [...new Set(targets)].filter((target) => target !== path && sources.has(target))
}
