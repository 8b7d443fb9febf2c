import type { ComponentType } from 'react'
import type { Route } from '../../core/flow/views.ts'
import type { Instance } from '../../core/types/latchkey.ts'
import type { ViewName } from '../../core/types/views.ts'
import { type LaterPart, later } from '../later.ts'
import type { Translate } from '../text.ts'
import type { View } from '../view.ts'
import { viewTable } from '../viewTable.ts'

/** Every view with what draws it: the later part of its own name, where its entry names no code. */
const views = Object.fromEntries(
  // A table over all names cannot be indexed by one of them without losing which; the route keeps view and data together.
  Object.entries(viewTable as unknown as Record<ViewName, View<ViewName>>).map(([name, view]) => [
    name,
    { load: later(name as LaterPart) as () => Promise<ComponentType>, ...view },
  ]),
) as Record<ViewName, View<ViewName>>

/** What the shell knows of a view, whatever its data is. */
export function getView(view: ViewName): View<ViewName> {
  return views[view]
}

/** The title of a route in the visitor's language. */
export function getTitle(instance: Instance, t: Translate, route: Route): string {
  const { title } = getView(route.view)
  return title ? title(t, route.data as never, instance) : t(`title.${route.view}` as 'title.Connect')
}
