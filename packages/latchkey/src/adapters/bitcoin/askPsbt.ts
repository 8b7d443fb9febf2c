import { FailureError } from '../../core/errors/failure.ts'
import type { Latchkey } from '../../core/types/latchkey.ts'
import { fromBase64 } from './addresses.ts'
import { askCurrentWallet } from './askCurrentWallet.ts'
import type { PsbtRequest, SignedPsbt } from './wallet.ts'

/** The work of `signPsbt`, loaded when it is called. */
export function askPsbt(latchkey: Latchkey, request: PsbtRequest): Promise<SignedPsbt> {
  return askCurrentWallet(latchkey, request.broadcast ? 'send' : 'sign', async (wallet, { connector }, context) => {
    // Every PSBT begins with these five bytes. Source: BIP-174, "Specification".
    const bytes = fromBase64(request.psbt)
    if (!bytes || ![0x70, 0x73, 0x62, 0x74, 0xff].every((byte, at) => bytes[at] === byte)) {
      throw new FailureError('PAYLOAD_UNSAFE', 'The PSBT is not base64 of a PSBT.', context)
    }
    if (!wallet.signPsbt) {
      throw new FailureError('METHOD_NOT_GRANTED', `${connector.name} signs no PSBT.`, context)
    }
    const { psbt, txid } = await wallet.signPsbt(request)
    const answer: SignedPsbt = {
      ...(typeof psbt === 'string' && psbt && { psbt }),
      ...(typeof txid === 'string' && txid && { txid }),
    }
    if (request.broadcast ? answer.txid : answer.psbt) return answer
    throw new Error(request.broadcast ? 'The answer has no transaction id.' : 'The answer has no PSBT.')
  })
}
