/** One rule broken: a text that stands once in a file, what takes its place, and the tests that must fail for it. */
export type Mutation = {
  /** Its id in docs/security-tests.md; only tests that quote it are run. */
  readonly rule: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly test: string
}

/** Breaks rules in one file, which tests of one file must notice. */
export const breaks =
  (file: string, test: string) =>
  (rule: string, from: string, to: string): Mutation => ({ rule, file, from, to, test })
