import { pick } from '../../pick.ts'
import type { ViewTable } from '../../view.ts'

export const diagnosisViews: Pick<ViewTable, 'Diagnostics'> = {
  Diagnostics: {
    load: () => import('./Diagnostics.tsx').then(pick('Diagnostics')),
    title: () => 'Diagnosis',
  },
}
