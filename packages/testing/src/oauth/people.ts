/** What a service knows of somebody who logs in. */
export type ServicePerson = {
  readonly subject: string
  readonly name: string
  /** Undefined: the service has none, or does not tell it. */
  readonly email: string | undefined
  readonly isVerified: boolean
}

/**
 * Whoever types a name is that person. `ada` has the address `ada@people.example`; names that end in `-unverified` have one that nobody has
 * checked, and names that end in `-mailless` have none.
 */
export function personOf(login: string): ServicePerson {
  const name = login.trim().toLowerCase() || 'nobody'
  return {
    subject: `subject-of-${name}`,
    name,
    email: name.endsWith('-mailless') ? undefined : `${name}@people.example`,
    isVerified: !name.endsWith('-unverified'),
  }
}
