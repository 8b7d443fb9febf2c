import type { ComponentType } from 'react'
import type { Instance } from '../core/types/latchkey.ts'
import type { ViewData, ViewName } from '../core/types/views.ts'
import type { TextKey } from './text/catalogue.ts'
import type { Translate } from './text.ts'

/** What draws a view: at hand with the modal's first code, or loaded when the visitor goes there. */
export type ViewCode =
  | { readonly Component: ComponentType }
  | {
      readonly Component?: undefined
      readonly load: () => Promise<ComponentType>
      /** It brings the words that it says first (`RoomWords`), so nothing waits for all others. */
      readonly bringsWords?: true | undefined
    }

/** What the shell knows of a view. */
export type View<Name extends ViewName> = ViewCode & {
  /** Stands in the header and names the dialog. Default: the words `title.` with its name. */
  readonly title?: ((t: Translate, data: ViewData[Name], instance: Instance) => string) | undefined
  /** The title is there for screen readers only. */
  readonly hidesTitle?: boolean | undefined
  /** Focus keys to try in this order when the view arrives; one that ends in `:` takes the first control whose key begins so. The title otherwise. */
  readonly focus?: readonly string[] | undefined
  /** Role of the dialog while this view is on screen. Default `dialog`. */
  readonly role?: 'alertdialog' | undefined
  /** Stands under the body, outside the part that scrolls. */
  readonly Footer?: ComponentType | undefined
}

/** Every view by name; one for which no words stand as its title has to say it. */
export type ViewTable = {
  readonly [Name in ViewName]: `title.${Name}` extends TextKey
    ? View<Name>
    : View<Name> & Required<Pick<View<Name>, 'title'>>
}
