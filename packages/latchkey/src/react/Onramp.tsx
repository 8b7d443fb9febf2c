'use client'

import { createElement, useEffect } from 'react'
import { defineOnramp } from '../onramp/defineOnramp.ts'
import { useOptionalLatchkey } from './LatchkeyProvider.tsx'

/** What visitors want to buy, and for how much, on the page itself, as `<latchkey-onramp>`. */
export function Onramp({ className, id }: Onramp.Props) {
  const instance = useOptionalLatchkey()?.id
  useEffect(defineOnramp, [])
  return createElement('latchkey-onramp', { id, class: className, instance })
}
export declare namespace Onramp {
  type Props = {
    readonly className?: string | undefined
    readonly id?: string | undefined
  }
}
