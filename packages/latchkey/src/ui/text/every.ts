import { en } from './en.ts'
import { activityWords } from './rooms/activityWords.ts'
import { balanceWords } from './rooms/balanceWords.ts'
import { callsWords } from './rooms/callsWords.ts'
import { emailWords } from './rooms/emailWords.ts'
import { findWords } from './rooms/findWords.ts'
import { guardWords } from './rooms/guardWords.ts'
import { helpWords } from './rooms/helpWords.ts'
import { legalWords } from './rooms/legalWords.ts'
import { nameWords } from './rooms/nameWords.ts'
import { nftWords } from './rooms/nftWords.ts'
import { onrampWords } from './rooms/onrampWords.ts'
import { permissionWords } from './rooms/permissionWords.ts'
import { privacyWords } from './rooms/privacyWords.ts'
import { receiveWords } from './rooms/receiveWords.ts'
import { sendWords } from './rooms/sendWords.ts'
import { signInWords } from './rooms/signInWords.ts'
import { socialWords } from './rooms/socialWords.ts'
import { swapWords } from './rooms/swapWords.ts'
import { tabWords } from './rooms/tabWords.ts'
import { tokenWords } from './rooms/tokenWords.ts'

/** Every word of the modal, in English: the complete catalogue that types all others. */
export const every = {
  ...en,
  ...activityWords,
  ...callsWords,
  ...emailWords,
  ...findWords,
  ...guardWords,
  ...helpWords,
  ...legalWords,
  ...nameWords,
  ...nftWords,
  ...onrampWords,
  ...receiveWords,
  ...sendWords,
  ...signInWords,
  ...socialWords,
  ...swapWords,
  ...tabWords,
  ...tokenWords,
  ...balanceWords,
  ...permissionWords,
  ...privacyWords,
} as const
