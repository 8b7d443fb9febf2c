import { parseMailAddress } from '@latchkey/wire/custody/mailAddress'
import { createTransport } from 'nodemailer'
import type { SendMail } from './mail.ts'

/** A mail server, and who its mails are from. */
export type SmtpSettings = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (port 465). Otherwise the connection turns to TLS before anything else is said (STARTTLS). */
  readonly implicitTls: boolean
  /** Mail in clear, for a server on this machine. */
  readonly allowClear: boolean
  readonly user: string | undefined
  readonly password: string | undefined
  readonly from: { readonly name: string; readonly address: string }
}

/** How long a mail server may take to be reached, to greet and to answer, in ms. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Sends mail by SMTP, over a few connections that stay open. */
export function createSmtp(settings: SmtpSettings): SendMail {
  const { host, port, user, password, from } = settings
  const transport = createTransport({
    ...TIMES,
    pool: true,
    maxConnections: 3,
    host,
    port,
    secure: settings.implicitTls,
    requireTLS: !settings.implicitTls && !settings.allowClear,
    ignoreTLS: settings.allowClear,
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, language, subject, text }) {
      // Looked at here too, because whoever writes a comma into an address reaches two people.
      const address = parseMailAddress(to)?.address
      if (address === undefined) throw new Error('A mail is for one address.')
      await transport.sendMail({
        from,
        to: { name: '', address },
        envelope: { from: from.address, to: [address] },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => transport.close(),
  }
}
