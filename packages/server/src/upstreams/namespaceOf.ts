/** The namespace of a CAIP-2 or longer id: `eip155` of `eip155:1`. */
export function namespaceOf(id: string): string {
  return id.slice(0, id.indexOf(':'))
}

/** An asset's id in the one form that things are found by: lower case where its namespace ignores case, as written elsewhere. */
export function canonicalId(id: string): string {
  return namespaceOf(id) === 'eip155' ? id.toLowerCase() : id
}
