/** Where the browser's part starts: makes the parts, wakes the page the server drew, and replays what was pressed before. */
import './styles/fonts.css'
import './styles/base.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createBrowserServices } from './app/browser-services.ts'
import { screenOfPath } from './app/navigation.tsx'
import { readPageSettings } from './app/page-settings.ts'
import { preloadPages } from './app/routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

const parts = createBrowserServices(readPageSettings(document))
const path = location.pathname

// What the server drew whole has to be here before it can be woken. Not by a top-level await: the screens' files import
// this one's neighbours and would wait for it in turn. In a transition React wakes it bit by bit, and a tap meanwhile
// is not kept waiting for all of it.
void preloadPages(screenOfPath(path, undefined).kind).then(whole =>
  startTransition(() => {
    hydrateRoot(root, <App services={parts} path={path} whole={whole} />)
  }),
)
