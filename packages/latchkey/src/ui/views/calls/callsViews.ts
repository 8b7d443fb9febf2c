import type { ViewTable } from '../../view.ts'

/** Calls that go one by one, and those whose account lacks coin. */
export const callsViews: Pick<ViewTable, 'CallsProgress' | 'CallsFunds'> = {
  CallsProgress: {
    focus: ['start'],
  },
  CallsFunds: {
    role: 'alertdialog',
    focus: ['sponsor', 'swap', 'buy', 'receive', 'cancel'],
  },
}
