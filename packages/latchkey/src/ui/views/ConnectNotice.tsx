import { PlaceNotice } from './PlaceNotice.tsx'
import { SessionNotice } from './SessionNotice.tsx'

/** What there is to say above the list of wallets. */
export function ConnectNotice() {
  return (
    <>
      <PlaceNotice />
      <SessionNotice />
    </>
  )
}
