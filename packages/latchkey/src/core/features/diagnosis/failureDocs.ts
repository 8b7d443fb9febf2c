import { FAILURE_CODES, type FailureCode } from '../../errors/failureCodes.ts'
import type { FailureDoc } from '../../types/diagnosis.ts'

const NOTHING = 'Nothing; the modal has the way on.'

/** Every code of the closed list, for hosts: `await latchkey.failures()`. */
export function listFailureDocs(): readonly FailureDoc[] {
  return (Object.keys(FAILURE_CODES) as FailureCode[]).map((code) => {
    const [cause, offer, site = NOTHING] = DOCS[code]
    return { code, kind: FAILURE_CODES[code], cause, offer, site }
  })
}

const DOCS: Readonly<Record<FailureCode, readonly [cause: string, offer: string, site?: string]>> = {
  WALLET_LOCKED: [
    'The wallet has not answered for 3 s and says, or shows, that it is locked.',
    'I unlocked it: reads the accounts, and asks anew only if the first request has ended.',
  ],
  PROMPT_PENDING: [
    'The wallet already has a request of this site open (-32002), or the visitor came back to the page with one open.',
    'Check again: reads the accounts for a minute; never a second request.',
    'Do not ask wallets beside the modal while it is connecting.',
  ],
  USER_REJECTED: [
    'The visitor said no in the wallet (4001, ACTION_REJECTED, 5000 to 5003 of a session, and the like).',
    'Try again: the same step, once.',
    'Treat it as a decision, not as an error.',
  ],
  EXTENSION_RELOADED: [
    'The extension updated itself, so its part in this page is dead.',
    'Reload page: opens again at the same wallet.',
    'Keep forms through a reload.',
  ],
  WALLET_NOT_RESPONDING: [
    'The wallet answered not even a read, twice.',
    'Use my phone: a code for the same wallet; without a relay the other wallets.',
  ],
  WALLET_LOOKALIKE: [
    'Two different objects claim one reverse domain name.',
    'Both rows, with a notice; only the chosen one is called.',
  ],
  WALLET_NOT_SEEN: [
    'The chosen wallet did not announce itself within 3 s.',
    'Get it, or reload the page after it was installed.',
  ],
  ACCOUNT_NOT_SHARED: [
    'The wallet shares no account, or not the one that is asked to sign (4100).',
    'Choose account: opens the wallet’s own picker; what was asked of it waits meanwhile, and is asked once more.',
  ],
  HARDWARE_NOT_READY: [
    'The wallet reported its hardware device as locked, unplugged or in another app.',
    'Try again: the call waits for it, and is asked once more; closing the modal rejects it.',
  ],
  RELAY_UNREACHABLE: [
    'The relay could not be reached three times in a row or for 15 s, or was away for a minute in a session.',
    'Try again: the next address of relayUrl and a new code.',
    'Name several addresses in relayUrl.',
  ],
  CLOCK_WRONG: [
    'The relay, the gateway or a sign-in refused a time that this device says is now.',
    'I set it: a new token, and connects again.',
  ],
  SITE_REFUSED: [
    'Relay or gateway refuse this page: its origin or its project is not on their list.',
    'Other ways.',
    'Add the origin to the project, or correct projectId. The console names the setting.',
  ],
  PAIRING_EXPIRED: ['The code is used up or over 4 minutes old, and was renewed five times by itself.', 'New code.'],
  CHAINS_UNSUPPORTED: [
    'The wallet refuses the site’s networks, also the active one alone.',
    'A list of wallets for that network.',
  ],
  NAMESPACES_PARTIAL: [
    'The wallet connected and shared no account of a namespace that was asked for.',
    'Add that namespace by another wallet; the connection stays.',
  ],
  SESSION_ENDED: ['The wallet ended the session, or its time was up.', 'Connect again: same wallet, new code.'],
  REQUEST_UNANSWERED: [
    'The wallet has the request and has not answered; it may still act.',
    'For a signature, ask again; for a payment only a look at the activity.',
    'Never send a payment again by yourself after this code.',
  ],
  METHOD_NOT_GRANTED: [
    'The session or the wallet lacks the method (4200, -32601, 3001, 10001, 57xx).',
    'Use another wallet. A batch goes one by one where the site allows it, once the visitor has read that.',
    'Look at capabilities before offering what few wallets can.',
  ],
  PAYLOAD_UNSAFE: [
    'The request cannot travel to the wallet unchanged.',
    'Back, with the form as it was.',
    'Send numbers as text.',
  ],
  APP_NOT_OPENED: [
    'The page was still in front 2 s after the wallet’s link was tapped.',
    'Get the wallet; other ways have a code and the link.',
  ],
  LINK_SCHEME_BLOCKED: ['This page is shown inside another app that opens no wallets.', 'Open in browser.'],
  APPROVAL_LOST: [
    'The visitor came back from the wallet and nothing has arrived for 10 s.',
    'Open the wallet again, by the same code.',
  ],
  OPEN_WALLET_NEEDED: ['A request waits in the wallet on this phone.', 'Open the wallet at that request.'],
  RETURNED_ELSEWHERE: [
    'The wallet came back to another browser than the one that asked.',
    'Connect here: a new pairing.',
  ],
  CHAIN_NOT_IN_WALLET: [
    'The wallet does not have the network, and adding it could not be asked.',
    'Add the network, then switch.',
  ],
  SWITCH_NOT_APPLIED: [
    'The wallet said yes, or nothing, and is still on the old network 3 s later.',
    'Check again: reads, without a prompt.',
  ],
  ADD_CHAIN_INVALID: [
    'The wallet refuses the network’s facts: address, id or symbol.',
    'Other networks.',
    'Correct the network in options.networks; the console names the field.',
  ],
  CHAIN_MISMATCH: [
    'The wallet is on another network than the request needs.',
    'Switch: the call waits for it, then goes out once; closing the modal rejects it. Without a modal, or with enableNetworkSwitch off, it rejects at once.',
    'Keep waiting for the promise; call latchkey.switchNetwork before sending to spare the question.',
  ],
  NETWORK_NOT_OFFERED: [
    'The wallet is on a network that is not in options.networks.',
    'Switch to one of the site’s networks; disconnect stays in reach.',
    'Add the network, or set allowUnsupportedChain.',
  ],
  GAS_TOO_LOW: ['The account cannot pay for the fee.', 'Get the coin; the form stays.'],
  TX_REPLACED: [
    'The visitor sped the transaction up or cancelled it in the wallet.',
    'View the new transaction.',
    'Follow the new hash.',
  ],
  SAFE_QUEUED: [
    'The account is a Safe and its other owners have to sign.',
    'Open Safe.',
    'The hash that was answered is the Safe’s own.',
  ],
  SIGNATURE_UNVERIFIED: [
    'The server did not accept the signature.',
    'Use another account.',
    'Verify with ERC-1271 and ERC-6492, not by key recovery alone.',
  ],
  SIGN_IN_DOMAIN: [
    'The sign-in text names another site than this page, so the wallet was not asked.',
    'Back.',
    'Make fields with this page’s host and port; the console has both.',
  ],
  SIGN_IN_NOT_KEPT: [
    'The sign-in was verified and the next session call did not know of it.',
    'Sign in again, once.',
    'Check SameSite and Secure of the cookie, and compare addresses without regard to case.',
  ],
  SIGN_IN_SERVICE_DOWN: [
    'Nonce, verification or session could not be had from the sign-in service.',
    'Try again, from the nonce. The wallet stays connected.',
    'Look at the service.',
  ],
  MESSAGE_SIGNING_UNSUPPORTED: [
    'This account cannot sign messages, as a hardware wallet on Solana.',
    'Use another account.',
  ],
  SOLANA_TX_EXPIRED: [
    'The transaction’s blockhash is too old and the network never saw it.',
    'Prepare again: the call waits for it, then a new blockhash and one prompt; closing the modal rejects it.',
    'Keep waiting for the promise. A transaction that the site itself prepared has to be prepared anew by the site.',
  ],
  BITCOIN_ADDRESS_KIND: [
    'The wallet cannot sign with this kind of address, or signed with another one.',
    'Use the payment address.',
  ],
  BITCOIN_NETWORK_MISMATCH: [
    'The wallet is on another Bitcoin network.',
    'Switch network, where the wallet can be asked; else check again.',
  ],
  POLKADOT_NOT_ALLOWED: [
    'The extension does not let this site see its accounts.',
    'Check again: asks that extension alone.',
  ],
  FRAME_UNREACHABLE: [
    'The embedded wallet’s frame did not load.',
    'Try again: a new frame. Other wallets stay usable.',
  ],
  FRAME_STORAGE_BLOCKED: ['The browser keeps nothing for the embedded wallet’s frame.', 'Use a passkey.'],
  POPUP_BLOCKED: ['The browser blocked the window.', 'Open window, in the click.'],
  POPUP_CUT_OFF: [
    'The window was closed, or cut off from the page, before the end.',
    'Open again.',
    'Send Cross-Origin-Opener-Policy: same-origin-allow-popups.',
  ],
  SOCIAL_WEBVIEW_REFUSED: ['The provider refuses sign-in inside another app.', 'Open in browser.'],
  CODE_NOT_ACCEPTED: ['The e-mailed code is wrong, old or used.', 'Send a new code.'],
  PASSKEY_UNAVAILABLE: ['The passkey could not be used in this browser.', 'Use e-mail.'],
  SERVER_CALL: [
    'A method that needs a page was called on a server.',
    'Nothing.',
    'Call it in the browser, after the page has loaded.',
  ],
  CONFIG_CONFLICT: [
    'createLatchkey was called twice with one id and different options.',
    'Nothing.',
    'Create one instance, or give each its own id; after a hot reload with other options, reload the page.',
  ],
  CSP_BLOCKED: [
    'The page’s Content-Security-Policy stopped a call.',
    'Other ways.',
    'Add the directive that the console names.',
  ],
  INSECURE_CONTEXT: [
    'The page has no secure address, so browsers keep keys and clipboard from it.',
    'Other ways.',
    'Serve the page by https, or on localhost.',
  ],
  FRAMED_NO_WALLET: [
    'The page is embedded in another one and no wallet can reach it.',
    'Open in a new tab.',
    'Let the page be opened by itself.',
  ],
  RESTORE_FAILED: [
    'A saved connection could not be restored within 5 s.',
    'Reconnect, which asks that wallet; tried once more by itself when the wallet appears.',
  ],
  CHANGED_IN_OTHER_TAB: [
    'Another tab of this site changed wallet or account.',
    'Continue as the new account; the view and the form stay.',
    'Read the address when you use it, not before.',
  ],
  STORAGE_DENIED: [
    'The browser denies storage, has no room, or does not answer.',
    'OK. Connecting works, and nothing is remembered.',
  ],
  DIALOG_COVERED: [
    'Something on the page lies over the modal or takes its focus.',
    'Bring to front.',
    'Close your own dialogs before opening the modal.',
  ],
  OFFLINE: ['The browser is offline.', 'Try now; goes on by itself when the network is back.'],
  DIRECTORY_DOWN: [
    'The wallet directory fails or takes over 2 s, so the bundled list is shown.',
    'Load all.',
    'Look at the gateway.',
  ],
  DATA_UNAVAILABLE: [
    'Balances or other data could not be read, after four tries.',
    'Try again, after a rest of 30 s; the last values stay.',
    'Look at the gateway and its nodes.',
  ],
  UNKNOWN_FAILURE: [
    'Something that fits no other code; the original is in `cause`.',
    'Try again; Reload page where code of the site could not be loaded, as after it was deployed anew.',
    'Please report it with the details from the modal.',
  ],
}
