import { useState } from 'react'
import type { ViewData, ViewName } from '../../core/types/views.ts'
import { useInstance } from '../hooks.ts'

/**
 * What the view was opened with, as it stood when it came on screen: it keeps its data while it moves out.
 * Throws when the view was not opened through the router, which the view's error boundary tells.
 */
export function useViewData<Name extends ViewName>(view: Name): ViewData[Name] {
  const instance = useInstance()
  const [data] = useState(() => {
    const route = instance.stores.router.get().history.findLast((entry) => entry.view === view)
    if (route === undefined) throw new Error(`The view ${view} was drawn without being opened`)
    return route.data as ViewData[Name]
  })
  return data
}
