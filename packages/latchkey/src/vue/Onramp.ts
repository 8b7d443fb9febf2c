import { defineComponent, h, onMounted } from 'vue'
import { defineOnramp } from '../onramp/defineOnramp.ts'
import { useLatchkey } from './latchkeyPlugin.ts'

/** What visitors want to buy, and for how much, on the page itself, as `<latchkey-onramp>`. */
export const Onramp = defineComponent(function LatchkeyOnramp() {
  const { id } = useLatchkey()
  onMounted(defineOnramp)
  return () => h('latchkey-onramp', { instance: id })
})
