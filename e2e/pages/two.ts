import { createLatchkey } from 'latchkey'
import { readSettings } from '../../apps/demo/site/readSettings.ts'
import { createOptions } from './createOptions.ts'

const options = createOptions(readSettings())
createLatchkey({ ...options, id: 'first', accent: '#1d6b45', themeMode: 'light' })
createLatchkey({ ...options, id: 'second', accent: '#b3261e', themeMode: 'dark' })
