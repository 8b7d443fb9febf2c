import type { ComponentType } from 'react'
import type { ViewData, ViewName } from '../core/kernel/shell/views.ts'
import type { Instance } from '../core/latchkey.ts'
import type { Translate } from './text.ts'

/** What draws a view: at hand with the modal's first code, or loaded when the visitor goes there. */
export type ViewCode =
  | { readonly Component: ComponentType }
  | { readonly Component?: undefined; readonly load: () => Promise<ComponentType> }

/** What the shell knows of a view. */
export type View<Name extends ViewName> = ViewCode & {
  /** Stands in the header and names the dialog. */
  readonly title: (t: Translate, data: ViewData[Name], instance: Instance) => string
  /** The title is there for screen readers only. */
  readonly hidesTitle?: boolean | undefined
  /** Focus keys to try in this order when the view arrives; one that ends in `:` takes the first control whose key begins so. The title otherwise. */
  readonly focus?: readonly string[] | undefined
  /** Role of the dialog while this view is on screen. Default `dialog`. */
  readonly role?: 'alertdialog' | undefined
  /** Stands under the body, outside the part that scrolls. */
  readonly Footer?: ComponentType | undefined
}

/** Every view by name. */
export type ViewTable = { readonly [Name in ViewName]: View<Name> }
