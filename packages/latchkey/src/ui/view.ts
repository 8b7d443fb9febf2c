import type { ComponentType } from 'react'
import type { Instance } from '../core/types/latchkey.ts'
import type { ViewData, ViewName } from '../core/types/views.ts'
import type { LaterPart } from './later.ts'
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

/** What the shell knows of a view, whatever draws it. */
export type ViewFacts<Name extends ViewName> = {
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

/** What the shell knows of a view and what draws it. */
export type View<Name extends ViewName> = ViewCode & ViewFacts<Name>

/** A view whose entry names no code: it is the later part of its own name. */
type NoCode = { readonly Component?: undefined; readonly load?: undefined; readonly bringsWords?: undefined }

/**
 * Every view by name; one for which no words stand as its title has to say it, and one that is no later part (`laterParts.ts`) has to
 * say what draws it.
 */
export type ViewTable = {
  readonly [Name in ViewName]: (Name extends LaterPart ? ViewCode | NoCode : ViewCode) &
    ViewFacts<Name> &
    (`title.${Name}` extends TextKey ? unknown : Required<Pick<ViewFacts<Name>, 'title'>>)
}
