import { request } from 'node:https'
import { isIP } from 'node:net'
import { GuardedFetchError, type SendPinned } from './guardedFetch.ts'

/** Sends by node:https with the name look-up replaced by the checked address, so that nothing can change in between. */
export const sendPinned: SendPinned = ({ url, address, maxBytes, signal }) =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent: false,
        signal,
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'latchkey-gateway' },
        lookup: (_hostname, options, callback) => {
          const family = isIP(address)
          if (options.all === true) callback(null, [{ address, family }])
          else callback(null, address, family)
        },
      },
      (incoming) => {
        const pieces: Buffer[] = []
        let length = 0
        incoming.on('data', (piece: Buffer) => {
          length += piece.length
          if (length > maxBytes) {
            reject(new GuardedFetchError('tooLarge'))
            outgoing.destroy()
            return
          }
          pieces.push(piece)
        })
        incoming.on('error', reject)
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            contentType: incoming.headers['content-type'] ?? '',
            location: incoming.headers.location,
            body: Buffer.concat(pieces),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
