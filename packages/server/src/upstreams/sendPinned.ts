import { request } from 'node:https'
import { isIP } from 'node:net'
import { GuardedFetchError, type SendPinned } from './guardedFetch.ts'

/** Sends by node:https with the name look-up replaced by the checked address, so that nothing can change in between. */
export const sendPinned: SendPinned = ({ url, address, maxBytes, signal, json }) =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent: false,
        signal,
        method: json === undefined ? 'GET' : 'POST',
        headers: {
          accept: '*/*',
          'accept-encoding': 'identity',
          'user-agent': 'latchkey-gateway',
          ...(json !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
        },
        lookup: (_hostname, options, callback) => {
          const family = isIP(address)
          if (options.all === true) callback(null, [{ address, family }])
          else callback(null, address, family)
        },
      },
      (incoming) => {
        const { statusCode: status = 0, headers } = incoming
        collect(incoming, maxBytes).then(
          (body) => resolve({ status, contentType: headers['content-type'] ?? '', location: headers.location, body }),
          (error: unknown) => {
            outgoing.destroy()
            reject(error)
          },
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(json)
  })

/** All bytes of a stream. Throws `GuardedFetchError` tooLarge, and reads no further, once there are more than `maxBytes`. */
export async function collect(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream) {
    length += piece.byteLength
    if (length > maxBytes) throw new GuardedFetchError('tooLarge')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
