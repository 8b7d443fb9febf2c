/** Runs of one key follow each other, so that nobody reads between another's read and its write. */
export type Turns = <Result>(key: string, run: () => Promise<Result>) => Promise<Result>

/** Makes turns. Keys that nobody waits for are forgotten. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (key, run) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(run, run)
    last.set(key, mine)
    const end = () => {
      if (last.get(key) === mine) last.delete(key)
    }
    mine.then(end, end)
    return mine
  }
}
