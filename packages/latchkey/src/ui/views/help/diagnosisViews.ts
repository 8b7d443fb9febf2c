import type { ViewTable } from '../../view.ts'
import { later } from '../later.ts'

export const diagnosisViews: Pick<ViewTable, 'Diagnostics'> = {
  Diagnostics: {
    load: later('Diagnostics'),
    title: () => 'Diagnosis',
  },
}
