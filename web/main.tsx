/** Where the browser's part starts: makes the parts, wakes the page the server drew, and replays what was pressed before. */
import './look/fonts.css'
import './look/base.css'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { browserParts } from './browser-parts.ts'
import { readPage } from './page.ts'
import { loadOutcomes } from './screens.tsx'
import { screenOf } from './wizard.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

const parts = browserParts(readPage(document))
const path = location.pathname
// The pages outside the wizard are drawn whole by the server; to wake them, their file has to be there.
const outcomes = screenOf(path, undefined).kind === 'outcome' ? await loadOutcomes() : null

hydrateRoot(root, <App parts={parts} path={path} outcomes={outcomes} />)

// A form sent before the script was awake was held back by the loader; its fields have been taken over by now.
requestAnimationFrame(() => setTimeout(() => document.dispatchEvent(new Event('openroad:awake'))))
