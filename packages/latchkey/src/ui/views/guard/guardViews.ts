import { pick } from '../../pick.ts'
import type { ViewTable } from '../../view.ts'

/** The check before signing. */
export const guardViews: Pick<ViewTable, 'ReviewRequest'> = {
  ReviewRequest: {
    load: () => import('./ReviewRequest.tsx').then(pick('ReviewRequest')),
    role: 'alertdialog',
  },
}
