import { useSyncExternalStore } from 'react'
import { ApproveScreen } from './ApproveScreen.tsx'
import type { Queue } from './createQueue.ts'

/** The request whose turn it is, with its place among those that wait. */
export function Turn({ queue, ...rest }: Turn.Props) {
  const [place = 1, count = 1] = useSyncExternalStore(queue.watch, queue.read).split('/').map(Number)
  return <ApproveScreen {...rest} queue={{ place, count }} />
}
export declare namespace Turn {
  type Props = Omit<ApproveScreen.Props, 'queue'> & { readonly queue: Queue }
}
