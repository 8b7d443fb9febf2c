import { blo } from 'blo'
import { useMemo } from 'react'
import { Picture } from './Picture.tsx'

/** The face of an account: the owner's own picture where it is trusted and comes in time, else blocks drawn here from the address. */
export function Avatar({ address, src, size = 'row' }: Avatar.Props) {
  // blo wants the type of a hex string but draws any text; addresses of other families pass as they are.
  const drawn = useMemo(() => blo(address as `0x${string}`, 64), [address])
  return (
    <span className="avatar">
      <Picture src={drawn} name={address} size={size} round />
      {src === undefined ? null : <Picture src={src} name={address} size={size} round isOverlay />}
    </span>
  )
}
export declare namespace Avatar {
  type Props = {
    readonly address: string
    readonly src?: string | undefined
    readonly size?: Picture.Props['size']
  }
}
