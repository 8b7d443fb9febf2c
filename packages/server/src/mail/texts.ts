import type { Language } from '@latchkey/wire/languages'
import { type Say, sayIn } from '../text/say.ts'
import { writeTime } from '../text/writeTime.ts'
import type { Mail } from './mail.ts'

/** Where a request came from. `projectName` stands in the configuration, `host` on its list of origins. */
export type MailFacts = {
  readonly projectName: string
  /** What whoever asked reads. */
  readonly language: Language
  /** Origin of the site. */
  readonly host: string
  /** As `describeDevice` words it. */
  readonly device: string
  /** ms since 1970. */
  readonly at: number
}

type Text = Omit<Mail, 'to'>

/** A code that opens a session. It is written in groups of three, because people read it off. Source: SEC-62. */
export function codeMail(facts: MailFacts, { code, minutes }: { code: string; minutes: number }): Text {
  const { say, name, where, write } = begin(facts)
  return write(say('codeSubject', { name }), [
    say('codeFirst', { name }),
    group(code),
    say('codeLife', { minutes }),
    say('neverShare'),
    where,
    say('codeMistake'),
  ])
}

/** What a code beside the one of the login is for. */
export type StepUpReason = keyof typeof REASONS

const REASONS = {
  export: 'toExport',
  recovery: 'toRecovery',
  devices: 'toDevices',
  email: 'toEmail',
  thaw: 'toThaw',
  delete: 'toDelete',
  identities: 'toIdentities',
} as const

/** A code for one thing that is asked of somebody who is in already. Source: SEC-77. */
export function stepUpMail(
  facts: MailFacts,
  parameters: { code: string; minutes: number; reason: StepUpReason },
): Text {
  const { say, name, where, write } = begin(facts)
  const { code, minutes } = parameters
  const reason = say(REASONS[parameters.reason])
  return write(say('stepUpSubject', { reason }), [
    say('stepUpFirst', { reason, name }),
    group(code),
    say('onlyWallet', { minutes }),
    say('neverShare'),
    where,
    say('alarm'),
  ])
}

/** A code to an address, old or new, that is asked whether it belongs to a wallet from now on. Source: SEC-65. */
export function addressMail(
  facts: MailFacts,
  parameters: { code: string; minutes: number; sender: 'gateway' | 'vault'; address: 'old' | 'new' },
): Text {
  const { say, name, where, write } = begin(facts)
  const { code, minutes, sender, address } = parameters
  const subject = say(`${address}AddressSubject`, { name })
  return write(sender === 'vault' ? say('vaultSubject', { subject }) : subject, [
    say(sender === 'vault' ? `${address}AddressVault` : `${address}AddressFirst`, { name }),
    group(code),
    say('onlyWallet', { minutes }),
    say('neverShare'),
    where,
    say(address === 'new' ? 'ignore' : 'alarm'),
  ])
}

/** A code to an address by which somebody wants to log in to a wallet that they have. Source: SEC-67. */
export function linkMail(facts: MailFacts, { code, minutes }: { code: string; minutes: number }): Text {
  const { say, name, where, write } = begin(facts)
  return write(say('linkSubject', { name }), [
    say('linkFirst', { name }),
    group(code),
    say('linkOnlyWallet', { minutes }),
    say('neverShare'),
    where,
    say('ignore'),
  ])
}

/** Tells the old address that it is no more that of its wallet, with the link that takes it back. Source: SEC-65, SEC-79. */
export function changedMail(facts: MailFacts, { link, hours }: { link: string; hours: number }): Text {
  const { say, name, where, write } = begin(facts)
  return write(say('changedSubject', { name }), [
    say('changedFirst', { name }),
    where,
    say('changedBack', { hours, link }),
    say('opensNothing'),
  ])
}

/** Tells that everything is about to be deleted, with the link that takes it back. Source: SEC-16, SEC-79. */
export function deletionMail(facts: MailFacts, { link, days }: { link: string; days: number }): Text {
  const { say, name, where, write } = begin(facts)
  return write(say('deletionSubject', { name }), [
    say('deletionFirst', { days, name }),
    say('deletionAfter'),
    where,
    say('deletionBack', { days, link }),
    say('opensNothing'),
  ])
}

/** The link by which a device is let in. Opening it does nothing yet. Source: SEC-62, SEC-64. */
export function deviceMail(facts: MailFacts, { link, minutes }: { link: string; minutes: number }): Text {
  const { say, name, where, write } = begin(facts)
  return write(say('deviceSubject', { name }), [
    say('deviceFirst', { name }),
    link,
    say('deviceLife', { minutes }),
    say('deviceWarn'),
    where,
    say('deviceIgnore'),
  ])
}

/** What happened to a wallet, with the link that freezes it. Source: SEC-79. */
export function noticeMail(facts: MailFacts, parameters: { what: Notice; link: string }): Text {
  const { say, name, where, write } = begin(facts)
  const what = say(NOTICES[parameters.what])
  return write(say('noticeSubject', { what, name }), [
    say('noticeFirst', { what }),
    where,
    say('noticeFreeze', { link: parameters.link }),
    say('opensNothing'),
  ])
}

/** What is told by mail after it happened. */
export type Notice = keyof typeof NOTICES

const NOTICES = {
  device: 'didDevice',
  recovery: 'didRecovery',
  export: 'didExport',
  devices: 'didDevices',
  thaw: 'didThaw',
  strict: 'didStrict',
  passkey: 'didPasskey',
  passkeyRemoved: 'didPasskeyRemoved',
  secondFactor: 'didSecondFactor',
  secondFactorOff: 'didSecondFactorOff',
  backup: 'didBackup',
  identity: 'didIdentity',
  identityRemoved: 'didIdentityRemoved',
} as const

/** What every mail says: the site's name, and where the request came from. */
function begin({ projectName, language, host, device, at }: MailFacts): {
  say: Say
  name: string
  where: string
  write: (subject: string, parts: readonly string[]) => Text
} {
  const say = sayIn(language)
  const where = [
    `${say('site')}: ${oneLine(host)}`,
    `${say('device')}: ${oneLine(device)}`,
    `${say('time')}: ${writeTime(at)}`,
  ]
  return {
    say,
    name: oneLine(projectName),
    where: where.join('\n'),
    write: (subject, parts) => ({ language, subject, text: `${parts.join('\n\n')}\n` }),
  }
}

function group(code: string): string {
  return code.replace(/(\d{3})(?=\d)/g, '$1 ')
}

/** A name without line ends, controls or marks that turn the direction of what follows. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
