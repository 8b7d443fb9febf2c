import { pick } from '../../pick.ts'
import type { ViewTable } from '../../view.ts'

/** Calls that go one by one. */
export const callsViews: Pick<ViewTable, 'CallsProgress'> = {
  CallsProgress: {
    load: () => import('./CallsProgress.tsx').then(pick('CallsProgress')),
    focus: ['start'],
  },
}
