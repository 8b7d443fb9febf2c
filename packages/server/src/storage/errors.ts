/** Codes of everything that can go wrong while opening the storage. They never change meaning. */
export type StorageErrorCode =
  | 'STORAGE_IN_USE'
  | 'STORAGE_UNUSABLE'
  | 'STORAGE_FULL'
  | 'STORAGE_UNREACHABLE'
  | 'STORAGE_TOO_OLD'
  | 'STORAGE_TOO_NEW'
  | 'STORAGE_NOT_MIGRATED'
  | 'STORAGE_NOT_EMPTY'
  | 'STORAGE_COPY_FAILED'

/** The base of what `openStorage` throws. Decide by `code`; the message is one plain sentence for the operator. */
export class StorageError extends Error {
  readonly code: StorageErrorCode
  override readonly name: string = 'StorageError'
  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Another process has the data directory open. */
export class StorageInUseError extends StorageError {
  override readonly name = 'StorageInUseError'
  readonly dataDir: string
  constructor(dataDir: string, holder: string) {
    super(
      'STORAGE_IN_USE',
      `The data directory ${dataDir} is in use by ${holder}. Stop that process, or give this one a data directory of its own.`,
    )
    this.dataDir = dataDir
  }
}

/** The data directory cannot be made, written to or read as a database. */
export class StorageUnusableError extends StorageError {
  override readonly name = 'StorageUnusableError'
  readonly dataDir: string
  constructor(dataDir: string, reason: string, remedy: string, cause: unknown) {
    super('STORAGE_UNUSABLE', `The data directory ${dataDir} cannot be used: ${reason}. ${remedy}`, { cause })
    this.dataDir = dataDir
  }
}

/** The disk under the data directory has too little room left to write to safely, or had none when it was written to. */
export class StorageFullError extends StorageError {
  override readonly name = 'StorageFullError'
  readonly dataDir: string
  constructor(dataDir: string, remedy: string, cause?: unknown) {
    super('STORAGE_FULL', `The disk under the data directory ${dataDir} is full. ${remedy}`, { cause })
    this.dataDir = dataDir
  }
}

/** The PostgreSQL server did not answer or refused the connection. Says the host, never the password. */
export class StorageUnreachableError extends StorageError {
  override readonly name = 'StorageUnreachableError'
  constructor(server: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
    super('STORAGE_UNREACHABLE', `PostgreSQL at ${server} cannot be used: ${reason}.`, { cause })
  }
}

/** The PostgreSQL server is older than the oldest version that the tests run. */
export class StorageTooOldError extends StorageError {
  override readonly name = 'StorageTooOldError'
  constructor(server: string, found: string, needed: number) {
    super('STORAGE_TOO_OLD', `PostgreSQL at ${server} is version ${found}. Latchkey needs ${needed} or newer.`)
  }
}

/** The tables were made by a newer Latchkey than this one. */
export class StorageTooNewError extends StorageError {
  override readonly name = 'StorageTooNewError'
  constructor(found: number, known: number) {
    super(
      'STORAGE_TOO_NEW',
      `The database has schema version ${found}, this program knows ${known}. Run the newer program, or restore an older backup.`,
    )
  }
}

/** The tables are older than this program, and it was told to change none. */
export class StorageNotMigratedError extends StorageError {
  override readonly name = 'StorageNotMigratedError'
  constructor(found: number, known: number) {
    super(
      'STORAGE_NOT_MIGRATED',
      `The database has schema version ${found}, this program needs ${known} and was told not to migrate. Migrate with the role that owns the tables first.`,
    )
  }
}

/** A database that another one was to be copied to has rows already. */
export class StorageNotEmptyError extends StorageError {
  override readonly name = 'StorageNotEmptyError'
  constructor(table: string) {
    super(
      'STORAGE_NOT_EMPTY',
      `The PostgreSQL database has rows already, in ${table}, and nothing was copied. Name an empty one, which no gateway was started on.`,
    )
  }
}

/** A database could not be copied to another one, in which nothing of it is. Says the engine's own words, and no row. */
export class StorageCopyError extends StorageError {
  override readonly name = 'StorageCopyError'
  constructor(reason: string) {
    super('STORAGE_COPY_FAILED', `Nothing was copied: ${reason}.`)
  }
}
