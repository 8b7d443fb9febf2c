import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'

/** Calls that go one by one, and those whose account lacks coin. */
export const callsViews: Pick<ViewTable, 'CallsProgress' | 'CallsFunds'> = {
  CallsProgress: {
    load: later('CallsProgress'),
    focus: ['start'],
  },
  CallsFunds: {
    load: later('CallsFunds'),
    role: 'alertdialog',
    focus: ['sponsor', 'swap', 'buy', 'receive', 'cancel'],
  },
}
