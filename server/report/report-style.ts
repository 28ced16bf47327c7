/** The style sheet of the report page, and its hash for the content security policy. */
import { createHash } from 'node:crypto'

export const reportStyle = `
:root{color-scheme:light dark;--page:#F7F5F0;--surface:#FFF;--ink:#17212B;--muted:#4A5560;--line:#D5D8D4;--bar:#0A5A66;--link:#0A5A66;--focus:#0B3D91;--border:#6F7B86;--on-bar:#FFF;--error:#A8201A}
@media (prefers-color-scheme:dark){:root{--page:#0E161C;--surface:#17222A;--ink:#EDF2F4;--muted:#B4C0C9;--line:#2E3B45;--bar:#7CD3DC;--link:#8ADAE2;--focus:#9CC4FF;--border:#8593A0;--on-bar:#06262B;--error:#FFB4AB}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI",Roboto,Arial,sans-serif}
main{max-width:72rem;margin:0 auto;padding:24px 16px 48px;display:grid;gap:24px;grid-template-columns:minmax(0,1fr)}
h1{font-size:clamp(1.625rem,1.3rem + 1.6vw,2.375rem);line-height:1.2;margin:0}
h2{font-size:1.25rem;line-height:1.2;margin:0 0 8px}
p{margin:0;max-width:66ch}.note{color:var(--muted);font-size:.875rem}.error{color:var(--error);font-weight:600}
section{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:16px;display:grid;gap:12px;grid-template-columns:minmax(0,1fr);align-content:start}
.pair{display:grid;gap:24px;grid-template-columns:minmax(0,1fr)}
@media (min-width:60rem){.pair{grid-template-columns:repeat(2,minmax(0,1fr))}}
form{display:flex;flex-wrap:wrap;gap:12px 16px;align-items:end}
label{display:grid;gap:4px;font-size:.875rem;font-weight:600}
input,select,button{font:inherit;min-height:44px;padding:0 12px;border:1px solid var(--border);border-radius:6px;background:var(--surface);color:var(--ink)}
button{background:var(--bar);border-color:var(--bar);color:var(--on-bar);font-weight:600;padding:0 20px;cursor:pointer}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.tiles{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:12px;margin:0}
@media (min-width:48rem){.tiles{grid-template-columns:repeat(4,minmax(0,1fr))}}
.tiles div{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:12px 16px}
.tiles dt{color:var(--muted);font-size:.875rem}.tiles dd{margin:0;font-size:1.5rem;font-weight:700;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--muted);font-size:.875rem;padding-bottom:4px}
th,td{padding:6px 12px 6px 0;text-align:right;border-bottom:1px solid var(--line);vertical-align:middle;white-space:nowrap}
th{font-weight:600}thead th{color:var(--muted);font-size:.875rem}
th:first-child{text-align:left}
.drawn{width:40%;min-width:6rem}
svg{display:block;fill:var(--bar)}
.bar{width:100%;height:14px}.clear{fill:transparent}g:hover rect:last-child{opacity:.7}
.plot{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 8px;color:var(--muted);font-size:.75rem;font-variant-numeric:tabular-nums}
.plot svg{width:100%;height:180px}.plot line{stroke:var(--line)}
.scale{display:flex;flex-direction:column;justify-content:space-between;text-align:right;line-height:1}
.ends{grid-column:2;display:flex;justify-content:space-between}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;color:var(--link);text-decoration:underline}
@media print{form,summary{display:none}section,.tiles div{break-inside:avoid}}
`

export const reportStyleHash = `'sha256-${createHash('sha256').update(reportStyle).digest('base64')}'`
