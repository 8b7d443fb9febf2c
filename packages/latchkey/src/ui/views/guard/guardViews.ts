import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'

/** The check before signing. */
export const guardViews: Pick<ViewTable, 'ReviewRequest'> = {
  ReviewRequest: {
    load: later('ReviewRequest'),
    role: 'alertdialog',
  },
}
