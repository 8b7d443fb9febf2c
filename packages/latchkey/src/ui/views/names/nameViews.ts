import type { ViewTable } from '../../view.ts'

/** Views by which an account gets a name. All come at once, with their entry in the settings. */
export const nameViews: Pick<ViewTable, 'ChooseAccountName' | 'RegisterAccountName' | 'RegisterAccountNameSuccess'> = {
  ChooseAccountName: { focus: ['name'] },
  RegisterAccountName: { focus: ['name'] },
  RegisterAccountNameSuccess: { focus: ['name'] },
}
