import type { ViewTable } from '../../view.ts'

type Name = 'EmailLogin' | 'EmailVerifyOtp' | 'EmailVerifyDevice' | 'ApproveTransaction'

const load = (name: Name) => () => import('./emailRoom.ts').then(({ EMAIL_ROOM }) => EMAIL_ROOM[name])

/** Views of the wallet that opens by an e-mail, of one file. */
export const emailViews: Pick<ViewTable, Name> = {
  EmailLogin: { load: load('EmailLogin'), focus: ['legal', 'email'] },
  EmailVerifyOtp: { load: load('EmailVerifyOtp'), focus: ['code'] },
  EmailVerifyDevice: { load: load('EmailVerifyDevice') },
  ApproveTransaction: { load: load('ApproveTransaction') },
}
