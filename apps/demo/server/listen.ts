import { createServer, type Server } from 'node:http'

/**
 * Lets a server listen on 127.0.0.1 at the wanted port or, when others are there, at the next free one.
 * Port 0 means any. Resolves with the port; rejects when 50 in a row are busy.
 */
export async function listen(server: Server, wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 50; port += 1) {
    if (await tryToListen(server, port)) {
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
      return address.port
    }
  }
  throw new Error(`Ports ${wanted} to ${wanted + 49} are all in use.`)
}

function tryToListen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    }
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail)
      resolve(true)
    })
  })
}

/** A port on which a program that we start next can listen: the wanted one or the next free one; any for 0. */
export async function findPort(wanted: number): Promise<number> {
  const server = createServer()
  const port = await listen(server, wanted)
  await new Promise((resolve) => server.close(resolve))
  return port
}
