import type { ViewTable } from '../../view.ts'

export const diagnosisViews: Pick<ViewTable, 'Diagnostics'> = {
  Diagnostics: {
    title: () => 'Diagnosis',
  },
}
