import { createLatchkey } from 'latchkey'
import { getElement } from '../../apps/demo/site/element.ts'
import { readSettings } from '../../apps/demo/site/readSettings.ts'
import { createOptions } from './createOptions.ts'

const latchkey = createLatchkey({ ...createOptions(readSettings()), themeMode: 'light' })
const remove = latchkey.embed(getElement('place'))
getElement('remove').addEventListener('click', remove)
