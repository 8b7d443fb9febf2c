import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail that came in, as a mail program shows it. */
export type ReceivedMail = {
  /** Who it was handed over for, which is who gets it, whatever its head says. */
  readonly to: readonly string[]
  readonly from: string
  readonly subject: string
  readonly text: string
  /** The lines of its head, in lower case. */
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  /** Whether it has another form than plain text, or anything attached. */
  readonly isMore: boolean
}

/** A mail server that delivers nothing and shows what it got. */
export type Mailbox = {
  readonly port: number
  /** Everything so far, oldest first. */
  readonly mails: readonly ReceivedMail[]
  /** The mails for an address, once there are so many. */
  waitFor(address: string, count?: number): Promise<readonly ReceivedMail[]>
  close(): Promise<void>
}

/** Starts a mailbox on this machine. Addresses at `refuse.test` are refused. Does not start in production (SEC-63). */
export async function startMailbox(
  options: { port?: number | undefined; mode?: string | undefined } = {},
): Promise<Mailbox> {
  if ((options.mode ?? process.env.NODE_ENV) === 'production') {
    throw new Error('The mailbox of development shows every code to everybody and does not start in production.')
  }
  const mails: ReceivedMail[] = []
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.endsWith('@refuse.test')
          ? Object.assign(new Error('there is no such mailbox'), { responseCode: 550 })
          : undefined,
      ),
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer)
      } catch {
        // Its sender hung up in the middle: that is no mail.
        return
      }
      const mail = await PostalMime.parse(Buffer.concat(chunks))
      mails.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        from: mail.from?.address ?? '',
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        headers: mail.headers.map(({ key, value }) => ({ key, value })),
        isMore: mail.html !== undefined || mail.attachments.length > 0,
      })
      done()
      for (const look of waiting) look()
    },
  })
  // Whoever hangs up in the middle is no fault of the mailbox.
  server.on('error', () => undefined)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    waitFor: (address, count = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = mails.filter(({ to }) => to.includes(address))
          if (found.length < count) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
