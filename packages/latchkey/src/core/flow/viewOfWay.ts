import type { Way } from '../kernel/way.ts'
import type { Instance } from '../types/latchkey.ts'
import type { ViewName, ViewTarget } from '../types/views.ts'

/** The view in which a visitor connects by a way. The kernel knows no views, so a way names its own by a text. */
export function viewOfWay({ view }: Pick<Way, 'view'>): ViewTarget {
  return { view, data: {} } as ViewTarget
}

/** Whether a visitor connects by some way in this view. */
export function isViewOfWay({ ways }: Pick<Instance, 'ways'>, view: ViewName): boolean {
  return Object.values(ways).some((way) => way.view === view)
}
