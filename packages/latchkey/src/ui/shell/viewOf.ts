import type { Route } from '../../core/flow/views.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import type { ViewName } from '../../core/types/views.ts'
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
  const { title } = getView(route.view)
  return title ? title(t, route.data as never, instance) : t(`title.${route.view}` as 'title.Connect')
}
