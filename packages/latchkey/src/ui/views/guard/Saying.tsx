import type { SaidRequest } from '../../../core/features/send/checkTransaction.ts'
import type { TransactionCheck } from '../../../core/features/send/transactionCheck.ts'
import type { Connection } from '../../../core/types/adapter.ts'
import type { Network } from '../../../core/types/network.ts'
import { AddressText } from '../../parts/AddressText.tsx'
import { drawLtr, Sentence } from '../../parts/Sentence.tsx'
import { guardWords } from '../../text/rooms/guardWords.ts'
import { useRoomText } from '../../useRoomText.ts'
import { listLines, toShort, toWhole } from './sayRequest.ts'
import { type NamedToken, useHeldTokens } from './useHeldTokens.ts'

type Effects = TransactionCheck['effects']

/** What a request says by itself, in words: one line for everything that it does. */
export function Saying({ said, effects, connection, network }: Saying.Props) {
  const t = useRoomText(guardWords)
  const findHeld = useHeldTokens(connection.networkId)
  const coin = network?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const findToken = (address: string): NamedToken => {
    const contract = address.startsWith('0x') ? address.toLowerCase() : address
    const known = findHeld(contract)
    if (known) return known
    // What a contract calls itself is not said before what it is: its address stands beside it.
    const changes = effects?.status === 'simulated' ? effects.changes : []
    const claim = changes.find((each) => each.kind === 'token' && each.token === contract)
    const decimals = claim?.kind === 'token' ? claim.decimals : undefined
    return { symbol: toShort(address), decimals }
  }
  const lines = listLines(t, said, {
    own: connection.accounts[0]?.address.toLowerCase() ?? '',
    coin,
    findToken,
  })
  return (
    <ul className="guard-says">
      {lines.map(({ pieces, address }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: of one request, which never changes
        <li key={index}>
          <span>
            <Sentence pieces={pieces} draw={(text) => <b>{drawLtr(text)}</b>} />
          </span>
          {address === undefined ? null : <AddressText address={toWhole(address)} full />}
        </li>
      ))}
    </ul>
  )
}
export declare namespace Saying {
  type Props = {
    readonly said: SaidRequest
    readonly effects: Effects | undefined
    readonly connection: Connection
    readonly network: Network | undefined
  }
}
