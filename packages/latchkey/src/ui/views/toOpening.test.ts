import { expect, test } from 'vitest'
import { en } from '../text/en.ts'
import { createTranslate } from '../text.ts'
import { toOpening } from './toOpening.ts'

test('a wallet without a name opens its sentence with a capital of the language, a name keeps its own letters', () => {
  const english = createTranslate(en, 'en')
  expect(toOpening(english, 'your wallet cannot do this.', undefined)).toBe('Your wallet cannot do this.')
  expect(toOpening(english, 'your wallet cannot do this.', '')).toBe('Your wallet cannot do this.')
  expect(toOpening(english, 'imToken cannot do this.', 'imToken')).toBe('imToken cannot do this.')
  // Turkish has a dotted capital for its dotted small letter, whatever the language of the browser.
  expect(toOpening(createTranslate(en, 'tr'), 'imza bekleniyor.', undefined)).toBe('İmza bekleniyor.')
  expect(toOpening(createTranslate(en, 'it'), 'il tuo wallet non può farlo.', undefined)).toBe(
    'Il tuo wallet non può farlo.',
  )
})
