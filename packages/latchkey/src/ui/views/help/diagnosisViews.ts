import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'

export const diagnosisViews: Pick<ViewTable, 'Diagnostics'> = {
  Diagnostics: {
    load: later('Diagnostics'),
    title: () => 'Diagnosis',
  },
}
