import type { ViewTable } from '../../view.ts'

/** The check before signing. */
export const guardViews: Pick<ViewTable, 'ReviewRequest'> = {
  ReviewRequest: {
    role: 'alertdialog',
  },
}
