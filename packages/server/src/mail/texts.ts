import type { Mail } from './mail.ts'

/** Where a request came from. `projectName` stands in the configuration, `host` on its list of origins. */
export type MailFacts = {
  readonly projectName: string
  /** Origin of the site. */
  readonly host: string
  /** As `describeDevice` words it. */
  readonly device: string
  /** ms since 1970. */
  readonly at: number
}

type Text = Omit<Mail, 'to'>

/** A code that opens a session. It is written in groups of three, because people read it off. Source: SEC-62. */
export function codeMail(facts: MailFacts, parameters: { code: string; minutes: number }): Text {
  const name = oneLine(facts.projectName)
  return {
    subject: `Your code for ${name}`,
    text: compose(`Your code for ${name} is`, group(parameters.code), [
      `It is good for ${parameters.minutes} minutes, in the browser that asked for it.`,
      NEVER_SHARE,
      describe(facts),
      'If you asked for no code, somebody wrote your address by mistake. You need not do anything.',
    ]),
  }
}

/** What a code beside the one of the login is for. */
export type StepUpReason = keyof typeof REASONS

const REASONS = {
  export: 'show the recovery words of your wallet',
  recovery: 'make a new backup of your wallet',
  devices: 'remove a device from your wallet',
  email: 'change the address of your wallet',
  thaw: 'unfreeze your wallet',
  delete: 'delete your wallet',
  identities: 'change the logins of your wallet',
} as const

/** A code for one thing that is asked of somebody who is in already. Source: SEC-77. */
export function stepUpMail(
  facts: MailFacts,
  parameters: { code: string; minutes: number; reason: StepUpReason },
): Text {
  const name = oneLine(facts.projectName)
  return {
    subject: `Your code to ${REASONS[parameters.reason]}`,
    text: compose(`With this code you ${REASONS[parameters.reason]} at ${name}:`, group(parameters.code), [
      `It is good for ${parameters.minutes} minutes. Type it only into the window of your wallet, never into a page around it.`,
      NEVER_SHARE,
      describe(facts),
      'If you did not ask for this, somebody is in your wallet: open it, look at its devices and freeze it.',
    ]),
  }
}

/** A code to an address, old or new, that is asked whether it belongs to a wallet from now on. Source: SEC-65. */
export function addressMail(
  facts: MailFacts,
  parameters: { code: string; minutes: number; sender: 'gateway' | 'vault'; address: 'old' | 'new' },
): Text {
  const name = oneLine(facts.projectName)
  const { code, minutes, sender, address } = parameters
  const which = sender === 'vault' ? 'the vault’s code' : 'the code'
  return {
    subject: `Your code for ${address === 'new' ? 'this address' : 'another address'} at ${name}${sender === 'vault' ? ' (vault)' : ''}`,
    text: compose(
      address === 'new'
        ? `Somebody wants to use a wallet at ${name} with this address from now on. This is ${which} for it:`
        : `Somebody wants to use your wallet at ${name} with another address from now on. This is ${which} for it:`,
      group(code),
      [
        `It is good for ${minutes} minutes. Type it only into the window of your wallet, never into a page around it.`,
        NEVER_SHARE,
        describe(facts),
        address === 'new'
          ? 'If you did not ask for this, you need not do anything.'
          : 'If you did not ask for this, somebody is in your wallet: open it, look at its devices and freeze it.',
      ],
    ),
  }
}

/** A code to an address by which somebody wants to log in to a wallet that they have. Source: SEC-67. */
export function linkMail(facts: MailFacts, parameters: { code: string; minutes: number }): Text {
  const name = oneLine(facts.projectName)
  return {
    subject: `Your code to link this address at ${name}`,
    text: compose(
      `Somebody wants to log in to a wallet at ${name} with this address too. With this code it leads to that wallet, and to no other one:`,
      group(parameters.code),
      [
        `It is good for ${parameters.minutes} minutes. Type it only into the window of your own wallet, never into a page around it.`,
        NEVER_SHARE,
        describe(facts),
        'If you did not ask for this, you need not do anything.',
      ],
    ),
  }
}

/** Tells the old address that it is no more that of its wallet, with the link that takes it back. Source: SEC-65, SEC-79. */
export function changedMail(facts: MailFacts, parameters: { link: string; hours: number }): Text {
  const name = oneLine(facts.projectName)
  return {
    subject: `The address of your wallet was changed (${name})`,
    text: compose(`Your wallet at ${name} has another e-mail address now, and this one is no longer used for it.`, '', [
      describe(facts),
      `If that was you, all is well. If it was not, take it back and freeze the wallet within ${parameters.hours} hours: ${parameters.link}`,
      'Opening the link does nothing yet: you are asked first.',
    ]),
  }
}

/** Tells that everything is about to be deleted, with the link that takes it back. Source: SEC-16, SEC-79. */
export function deletionMail(facts: MailFacts, parameters: { link: string; days: number }): Text {
  const name = oneLine(facts.projectName)
  return {
    subject: `Your wallet is about to be deleted (${name})`,
    text: compose(`In ${parameters.days} days everything of your wallet at ${name} is deleted here.`, '', [
      'After that nobody can bring it back but you, with a backup file or the words that you wrote down.',
      describe(facts),
      `To keep the wallet, or if this was not you, open within ${parameters.days} days: ${parameters.link}`,
      'Opening the link does nothing yet: you are asked first.',
    ]),
  }
}

/** The link by which a device is let in. Opening it does nothing yet. Source: SEC-62, SEC-64. */
export function deviceMail(facts: MailFacts, parameters: { link: string; minutes: number }): Text {
  const name = oneLine(facts.projectName)
  return {
    subject: `A new device for ${name}`,
    text: compose(`A device wants to come in at ${name}. To see it and to let it in, open`, parameters.link, [
      `The link is good for ${parameters.minutes} minutes and once. Opening it lets nobody in: you are asked first.`,
      'Do not let in what you did not start yourself.',
      describe(facts),
      'If it was not you, you need not do anything.',
    ]),
  }
}

/** What happened to a wallet, with the link that freezes it. Source: SEC-79. */
export function noticeMail(facts: MailFacts, parameters: { what: Notice; link: string }): Text {
  const name = oneLine(facts.projectName)
  return {
    subject: `${NOTICES[parameters.what]} (${name})`,
    text: compose(`${NOTICES[parameters.what]}.`, '', [
      describe(facts),
      `If that was you, all is well. If it was not, freeze the wallet at once: ${parameters.link}`,
      'Opening the link does nothing yet: you are asked first.',
    ]),
  }
}

/** What is told by mail after it happened. */
export type Notice = keyof typeof NOTICES

const NOTICES = {
  device: 'A new device came into your wallet',
  recovery: 'Your wallet was recovered on a new device',
  export: 'The recovery words of your wallet were asked for',
  devices: 'A device was removed from your wallet',
  thaw: 'Your wallet was unfrozen',
  strict: 'Your wallet can no longer be recovered by our servers',
  passkey: 'A passkey can open your wallet from now on',
  passkeyRemoved: 'A passkey of your wallet was removed',
  secondFactor: 'New devices need your passkey from now on',
  secondFactorOff: 'New devices no longer need your passkey',
  backup: 'A backup file of your wallet was made',
  identity: 'Another login opens your wallet from now on',
  identityRemoved: 'A login of your wallet was removed',
} as const

const NEVER_SHARE = 'Never share it. Nobody who works here will ask you for it.'

function describe({ host, device, at }: MailFacts): string {
  const time = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `Site: ${oneLine(host)}\nDevice: ${oneLine(device)}\nTime: ${time}`
}

function compose(first: string, middle: string, rest: readonly string[]): string {
  return `${[first, ...(middle === '' ? [] : [middle]), ...rest].join('\n\n')}\n`
}

function group(code: string): string {
  return code.replace(/(\d{3})(?=\d)/g, '$1 ')
}

/** A name without line ends, controls or marks that turn the direction of what follows. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
