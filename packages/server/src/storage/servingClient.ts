import type postgres from 'postgres'
import { atMost } from '../atMost.ts'

/** In ms. */
type Times = {
  /** How often the server is asked whether it is there. */
  readonly askMs: number
  /** How long a connection may leave that unanswered before it counts as silent. */
  readonly answerMs: number
  /** How much later than on a new connection the answer may come on the old one: a server that stood still answers on both. */
  readonly lateMs: number
}

/** Chosen so that most requests, which are given up after 30 s, are told of it and can be repeated. */
const TIMES: Times = { askMs: 5_000, answerMs: 10_000, lateMs: 1_000 }

/** What drizzle takes of a driver's client where no transaction is opened. */
type Client = Pick<postgres.Sql, 'options' | 'unsafe'>

/**
 * Connections to a PostgreSQL server that are replaced together where the way to it has changed without a word: its machine
 * is gone and another one has its name, or what stands between has forgotten them. Until TCP gives such a connection up,
 * after a quarter of an hour, whatever is asked over it hangs.
 *
 * One connection that does nothing else is asked, so that a busy server is not taken for one that is gone. Where it is
 * silent and a new one is answered, what is under way on the others rejects with `CONNECTION_DESTROYED`, as where a
 * connection is lost.
 */
export function createServingClient(parameters: {
  /** Makes a client of so many connections at most, which connects when it is asked something. */
  make: (connections: number) => postgres.Sql
  connections: number
  /** Default: asked every 5 s, silent after 10 s, a second later at most. */
  times?: Times | undefined
}): { readonly client: postgres.Sql; close(): Promise<void> } {
  const { make, connections } = parameters
  const { askMs, answerMs, lateMs } = parameters.times ?? TIMES
  let serving = make(connections)
  let probe = make(1)
  let isWatching = false
  let isClosed = false

  async function watch(): Promise<void> {
    if (isWatching) return
    isWatching = true
    // One that the driver knows to be lost it makes anew by itself.
    const asked = ask(probe, true)
    if (!(await answers(answerMs, asked))) {
      const next = make(1)
      const isSilent = (await answers(answerMs, ask(next, false))) && !(await answers(lateMs, asked))
      if (isSilent && !isClosed) replace(next)
      else drop(next)
    }
    isWatching = false
  }

  function replace(next: postgres.Sql): void {
    const former = [serving, probe]
    const { parsers, serializers } = serving.options
    serving = make(connections)
    probe = next
    // Drizzle has its own, which it gave to the first client.
    Object.assign(serving.options.parsers, parsers)
    Object.assign(serving.options.serializers, serializers)
    for (const each of former) drop(each)
  }

  const watching = setInterval(() => void watch(), askMs).unref()
  const client: Client = {
    get options() {
      return serving.options
    },
    get unsafe() {
      return serving.unsafe
    },
  }
  return {
    client: client as postgres.Sql,
    close: async () => {
      isClosed = true
      clearInterval(watching)
      drop(probe)
      await serving.end({ timeout: 5 })
    },
  }
}

/** Resolves with true once the server has answered, and where it cannot be reached with what was said of that. */
function ask(client: postgres.Sql, ifLost: boolean): Promise<boolean> {
  return client`values (1)`.then(
    () => true,
    () => ifLost,
  )
}

/** Whether it comes to yes in so many ms. */
async function answers(ms: number, asked: Promise<boolean>): Promise<boolean> {
  return (await atMost(ms, asked, () => undefined)) === true
}

/** Ends a client at once. Whoever asked it something is told; nobody waits for the end itself. */
function drop(client: postgres.Sql): void {
  client.end({ timeout: 0 }).catch(() => undefined)
}
