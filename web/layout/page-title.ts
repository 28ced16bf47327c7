/** The hook that sets the document's title on the pages outside the steps. */
import { useEffect } from 'react'
import { pageTitle } from '#web/content/layout.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'

/** @param title the page's own title; null on the start page */
export function usePageTitle(title: string | null): void {
  const { brand } = usePageSettings()
  useEffect(() => {
    document.title = pageTitle(title, brand.name)
  }, [title, brand.name])
}
