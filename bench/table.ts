/** The figures of the last runs as a table of `docs/benchmarks.md`, each beside the one before it. */

/** What a bench gives: figures, in groups where that reads better. */
export type Result = { readonly [name: string]: number | Result }

/** Under what the figures came about. */
export type Circumstances = {
  readonly commit: string
  readonly node: string
  readonly machine: string
  readonly on: string
}

const BEGIN = '<!-- figures: written by `npm run bench` -->'
const END = '<!-- end of figures -->'
const HEAD = ['| bench | figure | now | before | now per before | measured |', '|---|---|---|---|---|---|']

type Row = { readonly bench: string; readonly figure: string; readonly now: string; readonly rest: string }

/**
 * Writes the results of a bench into the document, beside the figures that were there, and gives the document. What other
 * benches found stays as it is. Throws where the document has no place for them.
 */
export function writeFigures(document: string, bench: string, result: Result, circumstances: Circumstances): string {
  const begin = document.indexOf(BEGIN)
  const end = document.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`docs/benchmarks.md has no ${BEGIN} and ${END}.`)
  const known = readRows(document.slice(begin, end))
  const { commit, node, machine, on } = circumstances
  const measured = `${on}, ${commit}, Node ${node}, ${machine}`
  const rows = listFigures(result).map(([figure, value]) => {
    const before = known.find((row) => row.bench === bench && row.figure === figure)?.now
    const ratio =
      before === undefined || Number(before) === 0 ? '' : String(Math.round((value / Number(before)) * 100) / 100)
    return { bench, figure, now: String(value), rest: `${before ?? ''} | ${ratio} | ${measured}` }
  })
  const others = known.filter((row) => row.bench !== bench)
  const lines = [...others, ...rows].map((row) => `| ${row.bench} | ${row.figure} | ${row.now} | ${row.rest} |`)
  return `${document.slice(0, begin)}${[BEGIN, ...HEAD, ...lines].join('\n')}\n${document.slice(end)}`
}

function readRows(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const [, bench, figure, now, rest] = /^\| ([\w-]+) \| ([\w.]+) \| (\S+) \| (.*) \|$/.exec(line) ?? []
    if (bench === undefined || figure === undefined || now === undefined || rest === undefined) return []
    return bench === 'bench' ? [] : [{ bench, figure, now, rest }]
  })
}

/** Every figure by its path, such as `relayMs.p99`. */
function listFigures(result: Result, path = ''): [string, number][] {
  return Object.entries(result).flatMap(([name, value]): [string, number][] =>
    typeof value === 'number' ? [[`${path}${name}`, value]] : listFigures(value, `${path}${name}.`),
  )
}
