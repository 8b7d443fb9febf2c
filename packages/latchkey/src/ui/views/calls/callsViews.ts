import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'

/** Calls that go one by one. */
export const callsViews: Pick<ViewTable, 'CallsProgress'> = {
  CallsProgress: {
    load: later('CallsProgress'),
    focus: ['start'],
  },
}
