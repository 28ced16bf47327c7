/** Browser entry point: creates the services and hydrates the page. */
import './styles/base.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { parsePageSettings } from '#web/lib/page-settings.ts'
import { screenOfPath } from '#web/lib/screens-and-navigation.ts'
import { App } from './app/app.tsx'
import { createBrowserServices } from './app/browser-services.ts'
import { pageOf } from './app/lazy-pages.tsx'
import { openDetailsForPrint } from './boot/open-details-for-print.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

openDetailsForPrint()
const path = location.pathname
const screen = screenOfPath(path, 'payment')
const services = createBrowserServices(parsePageSettings(document))

// In a transition React hydrates in slices, so that a tap does not wait for all of it.
const hydrate = () => startTransition(() => void hydrateRoot(root, <App services={services} path={path} />))

/**
 * With the page's file loaded, the page renders without a fallback. A step reports a missing file itself; for any other
 * page the inline script awaits this and reloads. A top-level await would deadlock with files that import this one.
 */
export const started: Promise<void> = pageOf(screen)
  .load()
  .then(hydrate, screen.kind === 'view' ? hydrate : undefined)
