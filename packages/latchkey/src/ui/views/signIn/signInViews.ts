import type { Translate } from '../../text.ts'
import type { ViewTable } from '../../view.ts'

/** The question to sign in, which has two names. */
const SIGN_IN = {
  title: (t: Translate) => t('title.SIWXSignMessage'),
  focus: ['sign'],
}

export const signInViews: Pick<ViewTable, 'SIWXSignMessage' | 'ConnectingSiwe'> = {
  SIWXSignMessage: SIGN_IN,
  ConnectingSiwe: SIGN_IN,
}
