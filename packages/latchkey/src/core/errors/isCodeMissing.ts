/** What browsers and bundlers say of a file of code that could not be had. */
export const CODE_MISSING = [
  'dynamically imported module',
  'importing a module script',
  // Safari, of a server that answers what it lacks with the page of the site.
  'valid javascript mime type',
  'loading chunk',
  'load chunk',
] as const

/** How deep an error is looked into for what it hides. Source: docs/failures.md, rule 6. */
export const DEPTH = 5

/**
 * Whether something came to nothing because code of the site could not be loaded, or an error that hides that. Where the site was
 * deployed anew the file is gone for good, and some browsers remember for as long as the page stands that a file did not come (HTML
 * issue 6768): a new page load helps in both cases.
 */
export function isCodeMissing(error: unknown): boolean {
  let found = error
  for (let depth = 0; depth < DEPTH && found instanceof Error; depth += 1) {
    const text = found.message.toLowerCase()
    if (CODE_MISSING.some((words) => text.includes(words))) return true
    found = found.cause
  }
  return false
}
