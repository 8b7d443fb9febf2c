import type { ViewTable } from '../../view.ts'

const load = async (name: 'ChooseAccountName' | 'RegisterAccountName' | 'RegisterAccountNameSuccess') =>
  (await import('./accountNames.ts')).accountNames[name]

/** Views by which an account gets a name. All come at once, with their entry in the settings. */
export const nameViews: Pick<ViewTable, 'ChooseAccountName' | 'RegisterAccountName' | 'RegisterAccountNameSuccess'> = {
  ChooseAccountName: { load: () => load('ChooseAccountName'), focus: ['choose'] },
  RegisterAccountName: { load: () => load('RegisterAccountName'), focus: ['name'] },
  RegisterAccountNameSuccess: { load: () => load('RegisterAccountNameSuccess'), focus: ['account'] },
}
