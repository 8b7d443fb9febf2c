import type { ViewTable } from '../../view.ts'
import { later } from '../later.ts'

/** Calls that go one by one. */
export const callsViews: Pick<ViewTable, 'CallsProgress'> = {
  CallsProgress: {
    load: later('CallsProgress'),
    focus: ['start'],
  },
}
