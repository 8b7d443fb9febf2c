/** What can be wrong with a wallet's keys, told to visitors by these codes alone. */
export type KeyErrorCode =
  /** What was put together is not the wallet that was registered: a share is damaged, or belongs to another wallet. */
  | 'WALLET_DATA_DAMAGED'
  /** A ciphertext is damaged, or was made for another project, wallet, holder, kind or version. */
  | 'SHARE_REFUSED'
  /** The words do not open this file. */
  | 'BACKUP_PHRASE_WRONG'
  /** The file opened, and what is in it is not what it says. */
  | 'BACKUP_FILE_DAMAGED'
  /** This is no backup file, or one of a version that this page does not know. */
  | 'BACKUP_FILE_UNKNOWN'

/** An error whose code says what a visitor can do; its text never holds a secret. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
  readonly code: KeyErrorCode

  constructor(code: KeyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
