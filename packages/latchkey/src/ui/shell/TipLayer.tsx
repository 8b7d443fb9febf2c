import { type Ref, useImperativeHandle, useState } from 'react'
import { later } from '../later.ts'
import { late } from './late.tsx'
import type { TipBubble } from './TipBubble.tsx'

const LateBubble = late(later('TipBubble'))

/** How the layer is told: a text for a control, or nothing any more. `hide` says whether there was one to hide. */
export type TipPort = {
  readonly show: (anchor: Element, text: string | undefined) => void
  readonly hide: () => boolean
}

/** The one tooltip of a modal, above everything in it. Describes its control while it is shown, unless it only repeats the name. */
export function TipLayer({ port, id }: { readonly port: Ref<TipPort>; readonly id: string }) {
  const [tip, setTip] = useState<TipBubble.Tip>()

  useImperativeHandle(
    port,
    () => ({
      show: (anchor, text) =>
        setTip((now) => (text === undefined ? (now?.anchor === anchor ? undefined : now) : { anchor, text })),
      hide: () => {
        if (!tip) return false
        setTip(undefined)
        return true
      },
    }),
    [tip],
  )

  return tip ? <LateBubble id={id} tip={tip} onLeave={() => setTip(undefined)} /> : null
}
