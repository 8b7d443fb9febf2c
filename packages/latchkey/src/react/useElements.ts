'use client'

import { useEffect } from 'react'
import { defineElements } from '../elements/defineElements.ts'
import { useOptionalLatchkey } from './LatchkeyProvider.tsx'

/** Registers the custom elements once the page runs, and gives the id of the instance that a button belongs to. */
export function useElements(): string | undefined {
  useEffect(defineElements, [])
  return useOptionalLatchkey()?.id
}
