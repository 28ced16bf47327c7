/**
 * Browser entry: creates the services and hydrates the server-rendered page; the inline script then replays
 * earlier clicks.
 */
import './styles/fonts.css'
import './styles/base.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createBrowserServices } from './app/browser-services.ts'
import { screenOfPath } from './app/navigation.tsx'
import { readPageSettings } from './app/page-settings.ts'
import { loadRenderedPage } from './app/routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

const services = createBrowserServices(readPageSettings(document))
const path = location.pathname

// The server-rendered screen's file must be loaded before hydration. No top-level await: screen files import
// neighbours of this module and would deadlock. In a transition React hydrates in slices, so that a tap does
// not wait for all of it.
void loadRenderedPage(screenOfPath(path, undefined)).then(() =>
  startTransition(() => {
    hydrateRoot(root, <App services={services} path={path} />)
  }),
)
