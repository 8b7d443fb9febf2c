import { ChooseAccountName } from './ChooseAccountName.tsx'
import { NameRow } from './NameRow.tsx'
import { RegisterAccountName } from './RegisterAccountName.tsx'
import { RegisterAccountNameSuccess } from './RegisterAccountNameSuccess.tsx'

/** Everything that is drawn of account names, loaded as one. */
export const accountNames = { ChooseAccountName, NameRow, RegisterAccountName, RegisterAccountNameSuccess }
