/** Type of a page outside the wizard: a title and a component. The application finds it by its path. */
import type { ComponentType } from 'react'

export interface StatusPage {
  readonly title: string
  readonly component: ComponentType
}

/** Pages outside the wizard, by path. */
export type StatusPages = Readonly<Record<string, StatusPage>>
