import type postgres from 'postgres'

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
  let witness = make(1)
  let isWatching = false
  let isClosed = false

  async function watch(): Promise<void> {
    if (isWatching) return
    isWatching = true
    // One that the driver knows to be lost it makes anew by itself.
    const asked = ask(witness, true)
    if (!(await within(answerMs, asked))) {
      const next = make(1)
      const isReached = await within(answerMs, ask(next, false))
      const isSilent = isReached && !(await within(lateMs, asked))
      if (isSilent && !isClosed) replace(next)
      else drop(next)
    }
    isWatching = false
  }

  function replace(next: postgres.Sql): void {
    const former = [serving, witness]
    const { parsers, serializers } = serving.options
    serving = make(connections)
    witness = next
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
      drop(witness)
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

/** Ends a client at once. Whoever asked it something is told; nobody waits for the end itself. */
function drop(client: postgres.Sql): void {
  client.end({ timeout: 0 }).catch(() => undefined)
}

/** What a promise gives in so many ms, or false. */
async function within(ms: number, promise: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms).unref()
  })
  const isSo = await Promise.race([promise, late])
  clearTimeout(timer)
  return isSo
}
