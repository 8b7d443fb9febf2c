import { connect, createServer, type Socket } from 'node:net'

/** A `ReadyForQuery` message, with which PostgreSQL says at the end of a start that it takes queries. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** What a process of PostgreSQL says when the server dies around it. */
const FAREWELL = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'

/** Stands between a program and its server, mostly PostgreSQL, and does to connections what a test names. */
export type Between = {
  /** The server's address, through this. */
  readonly url: string
  /** Ends a connection as PostgreSQL does that dies as soon as it has said that it is ready. */
  cutsWhenReady: boolean
  /** Ends a connection when a query holds these words. */
  cutsAtQuery: string | undefined
  /** Ends every connection. */
  cut(): void
  /** Has connections over which these words have gone, all with none, stay open and carry nothing more. Later ones are carried. */
  silence(words: string): void
  /** Whether these words have gone over any connection. */
  carried(words: string): boolean
  /** Holds back whatever is sent, over new connections too, until it is told otherwise. */
  standStill(isStill: boolean): void
  close(): void
}

/** Listens before the server of an address. */
export async function standBetween(destination: URL): Promise<Between> {
  const open = new Set<{ readonly sockets: readonly Socket[]; said: string; isSilent: boolean }>()
  let isStill = false
  const listening = createServer((client) => {
    const server = connect(Number(destination.port), destination.hostname)
    const connection = { sockets: [client, server], said: '', isSilent: false }
    open.add(connection)
    const end = () => {
      open.delete(connection)
      client.end()
      server.destroy()
    }
    for (const socket of connection.sockets) {
      socket.on('error', end)
      socket.on('close', end)
    }
    let isReady = false
    client.on('data', (bytes) => {
      connection.said += bytes.toString('latin1')
      if (connection.isSilent) return
      if (between.cutsAtQuery !== undefined && bytes.includes(between.cutsAtQuery)) end()
      else server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (connection.isSilent) return
      const isStart = !isReady && bytes.includes(READY)
      isReady ||= isStart
      if (!isStart || !between.cutsWhenReady) {
        client.write(bytes)
        return
      }
      const length = Buffer.alloc(4)
      length.writeUInt32BE(4 + FAREWELL.length)
      client.write(Buffer.concat([bytes, Buffer.from('E'), length, Buffer.from(FAREWELL)]))
      end()
    })
    if (isStill) client.pause()
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  const own = new URL(destination)
  if (typeof address === 'object' && address) own.port = String(address.port)
  const listSockets = () => [...open].flatMap(({ sockets }) => sockets)
  const between: Between = {
    url: own.href,
    cutsWhenReady: false,
    cutsAtQuery: undefined,
    cut: () => {
      for (const socket of listSockets()) socket.destroy()
    },
    silence: (words) => {
      for (const connection of open) if (connection.said.includes(words)) connection.isSilent = true
    },
    carried: (words) => [...open].some(({ said }) => said.includes(words)),
    standStill: (wanted) => {
      isStill = wanted
      for (const socket of listSockets()) {
        if (isStill) socket.pause()
        else socket.resume()
      }
    },
    close: () => {
      between.cut()
      listening.close()
    },
  }
  return between
}
