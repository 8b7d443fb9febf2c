import { createContext } from 'react'

/** Tells rows whether they are choices of a listbox or buttons of a list. */
export const ListRoleContext = createContext<'list' | 'listbox'>('list')
