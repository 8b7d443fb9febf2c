import type { Route, ViewName } from '../../core/kernel/shell/views.ts'
import type { Instance } from '../../core/latchkey.ts'
import type { Translate } from '../text.ts'
import type { View } from '../view.ts'
import { viewTable } from '../viewTable.ts'

/** What the shell knows of a view, whatever its data is. */
export function getView(view: ViewName): View<ViewName> {
  // A table over all names cannot be indexed by one of them without losing which; the route keeps view and data together.
  return viewTable[view] as unknown as View<ViewName>
}

/** The title of a route in the visitor's language. */
export function getTitle(instance: Instance, t: Translate, route: Route): string {
  return getView(route.view).title(t, route.data as never, instance)
}
