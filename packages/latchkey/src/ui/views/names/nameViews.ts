import { later } from '../../later.ts'
import type { ViewTable } from '../../view.ts'

type NameView = 'ChooseAccountName' | 'RegisterAccountName' | 'RegisterAccountNameSuccess'

const loadRoom = later('accountNames')

const view = (name: NameView) => ({
  load: () => loadRoom().then((room) => room[name]),
  focus: ['name'],
})

/** Views by which an account gets a name. All come at once, with their entry in the settings. */
export const nameViews: Pick<ViewTable, NameView> = {
  ChooseAccountName: view('ChooseAccountName'),
  RegisterAccountName: view('RegisterAccountName'),
  RegisterAccountNameSuccess: view('RegisterAccountNameSuccess'),
}
