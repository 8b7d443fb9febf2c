// The wallet first, as an extension's script would be; browsers that take no script before a page's own get it so.
import './installWallet.ts'
import './plain.ts'
