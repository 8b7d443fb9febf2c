/** Everything that the codemod refuses, by its code. */
export type CodemodCode =
  /** No kit was named, or none that the codemod knows. */
  | 'KIT_UNKNOWN'
  /** No path was named. */
  | 'PATH_MISSING'
  /** A path leads nowhere. */
  | 'PATH_NOT_FOUND'
  /** An option that does not exist. */
  | 'OPTION_UNKNOWN'
  /** Files that would be written have changes that no commit has, or stand in no repository. */
  | 'FILES_UNCOMMITTED'
  /** A file is not of its language. The others are done all the same. */
  | 'FILE_UNPARSABLE'

/** A refusal, with its code and a sentence for the developer. */
export class CodemodError extends Error {
  override readonly name = 'CodemodError'
  readonly code: CodemodCode

  constructor(code: CodemodCode, message: string) {
    super(message)
    this.code = code
  }
}
