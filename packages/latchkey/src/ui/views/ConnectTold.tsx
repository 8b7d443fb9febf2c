import { PlaceTold } from './PlaceTold.tsx'
import { SessionTold } from './SessionTold.tsx'

/** What there is to say above the list of wallets. */
export function ConnectTold() {
  return (
    <>
      <PlaceTold />
      <SessionTold />
    </>
  )
}
