import { element } from './element.ts'
import styles from './walletDialog.css?inline'

/** What the wallet asks its owner. */
export type WalletQuestion = {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Text to be signed, shown as it is. */
  readonly text?: string | undefined
}

/** Asks in the demo wallet's own window, which looks nothing like the site. Resolves with the answer; closing says no. */
export type AskOwner = (question: WalletQuestion) => Promise<boolean>

/**
 * Makes the demo wallet's window, in a shadow root so that neither the page's styles nor Latchkey's reach it.
 * Questions that come while one is open wait their turn.
 */
export function createWalletDialog(name: string, iconUrl: string): AskOwner {
  const host = element('div', { 'data-demo-wallet': true })
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  document.body.append(host)
  let last: Promise<unknown> = Promise.resolve()

  const ask: AskOwner = (question) =>
    new Promise((resolve) => {
      const reject = element('button', { type: 'button' }, 'Reject')
      const approve = element('button', { type: 'button', class: 'approve' }, 'Approve')
      const dialog = element(
        'dialog',
        { 'aria-labelledby': 'question' },
        element(
          'div',
          { class: 'top' },
          element('img', { src: iconUrl, alt: '' }),
          name,
          element('small', {}, 'play money'),
        ),
        element(
          'div',
          { class: 'body' },
          element('h2', { id: 'question' }, question.title),
          element(
            'dl',
            {},
            ...question.facts.flatMap(([fact, value]) => [element('dt', {}, fact), element('dd', {}, value)]),
          ),
          ...(question.text === undefined ? [] : [element('pre', { tabindex: '0' }, question.text)]),
        ),
        element('div', { class: 'answers' }, reject, approve),
      )
      approve.addEventListener('click', () => dialog.close('approve'))
      reject.addEventListener('click', () => dialog.close('reject'))
      dialog.addEventListener('close', () => {
        dialog.remove()
        resolve(dialog.returnValue === 'approve')
      })
      root.append(dialog)
      dialog.showModal()
      approve.focus()
    })

  return (question) => {
    const answer = last.then(() => ask(question))
    last = answer
    return answer
  }
}
