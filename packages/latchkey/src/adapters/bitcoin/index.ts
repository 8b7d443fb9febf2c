export { bitcoin } from './bitcoin.ts'
export { sendTransfer, type TransferRequest } from './sendTransfer.ts'
export { signPsbt } from './signPsbt.ts'
export type { PsbtRequest, SignedPsbt } from './wallet.ts'
