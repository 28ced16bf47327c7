/** What a page outside the wizard is to the frame: a title and a component. The frame finds it by its path. */
import type { ComponentType } from 'react'

export interface StatusPage {
  readonly title: string
  readonly component: ComponentType
}

/** The pages outside the wizard, by their paths. */
export type StatusPages = Readonly<Record<string, StatusPage>>
