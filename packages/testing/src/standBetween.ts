import { connect, createServer, type Socket } from 'node:net'

/** Stands before a PostgreSQL server, and can have connections stay open over which nothing comes through any more. */
export type Between = {
  /** The database's address, through this. */
  readonly url: string
  /** Silences the connections over which these words have gone, all with none. Later ones are carried. */
  silence(words: string): void
  /** Whether these words have gone over any connection. */
  carried(words: string): boolean
  /** Holds back whatever is sent, over new connections too, until it is told otherwise. */
  standStill(isStill: boolean): void
  close(): void
}

/** Listens before the server of an address. */
export async function standBetween(database: URL): Promise<Between> {
  const open = new Set<{ readonly client: Socket; readonly server: Socket; said: string; isSilent: boolean }>()
  let isStill = false
  const listening = createServer((client) => {
    const server = connect(Number(database.port), database.hostname)
    const connection = { client, server, said: '', isSilent: false }
    open.add(connection)
    for (const socket of [client, server]) socket.on('error', () => socket.destroy())
    client.on('data', (bytes) => {
      connection.said += bytes.toString('latin1')
      if (!connection.isSilent) server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (!connection.isSilent) client.write(bytes)
    })
    if (isStill) client.pause()
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.address()
  const url = new URL(database)
  if (typeof address === 'object' && address) url.port = String(address.port)
  return {
    url: url.href,
    silence: (words) => {
      for (const connection of open) if (connection.said.includes(words)) connection.isSilent = true
    },
    carried: (words) => [...open].some(({ said }) => said.includes(words)),
    standStill: (wanted) => {
      isStill = wanted
      for (const { client, server } of open) {
        for (const socket of [client, server]) {
          if (isStill) socket.pause()
          else socket.resume()
        }
      }
    },
    close: () => {
      for (const { client } of open) client.destroy()
      listening.close()
    },
  }
}
