/** The window in which the owner approves or rejects. */
import { chrome } from './chrome.ts'
import type { Decision, Question } from './messages.ts'

/** How often the worker is kept from falling asleep under an open question, in ms. Chrome ends an idle worker after 30 s. */
const WAKE_MS = 20_000

function showQuestion(): void {
  const port = chrome.runtime.connect({ name: window.location.hash.slice(1) })
  port.onMessage.addListener((question: Question) => {
    for (const [name, value] of Object.entries(question)) {
      const place = document.querySelector(`[data-show="${name}"]`)
      if (place) place.textContent = value
    }
    document.querySelectorAll('button').forEach((button) => {
      button.disabled = false
    })
  })
  const answer = (approval: boolean) => {
    port.postMessage({ approval } satisfies Decision)
    window.close()
  }
  document.querySelector('#approve')?.addEventListener('click', () => answer(true))
  document.querySelector('#reject')?.addEventListener('click', () => answer(false))
  setInterval(() => chrome.runtime.connect({ name: 'settings' }).disconnect(), WAKE_MS)
}

showQuestion()
