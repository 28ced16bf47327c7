/** The stylesheet of the hosted payment pages, clearly different from the shop. */
export const payStyles = `
:root { color-scheme: light dark; --ground: #f1f1f7; --surface: #ffffff; --ink: #1b1c2b; --muted: #50546a; --line: #757a8f;
  --soft: #e3e4ef; --primary: #37358c; --on-primary: #ffffff; --hover: #28266b; --ring: #0b57d0; --banner: #ffe9a8; --on-banner: #3b2c00;
  --error: #a8201a; --error-ground: #fdeeec; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #11121b; --surface: #1b1d2a; --ink: #ecedf5; --muted: #b5b9ca; --line: #8a90a6; --soft: #2c2f42; --primary: #b9b8ff;
    --on-primary: #15143f; --hover: #d5d4ff; --ring: #9cc4ff; --banner: #4a3a08; --on-banner: #ffe9a8; --error: #ffb4ab; --error-ground: #3a1512; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
.banner { margin: 0; padding: 12px 16px; text-align: center; background: var(--banner); color: var(--on-banner); }
main { max-width: 860px; margin: 0 auto; padding: 24px 16px 64px; }
main.narrow { max-width: 520px; }
h1 { font-size: clamp(1.625rem, 1.3rem + 1.6vw, 2.25rem); line-height: 1.2; margin: 8px 0 24px; }
h2 { font-size: 1.125rem; margin: 0 0 8px; }
.columns { display: grid; gap: 16px; }
.order, form { background: var(--surface); border: 1px solid var(--soft); border-radius: 14px; padding: 20px; }
.amount { font-size: 2.25rem; font-weight: 700; line-height: 1.1; margin: 0 0 16px; font-variant-numeric: tabular-nums; }
dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; font-size: 0.9375rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
.field { margin: 0 0 20px; }
label { display: block; font-weight: 600; margin-bottom: 4px; }
.hint { display: block; color: var(--muted); font-size: 0.875rem; margin-bottom: 4px; }
.error { display: block; color: var(--error); font-weight: 600; margin-bottom: 4px; }
input { font: inherit; width: 100%; min-height: 48px; padding: 10px 12px; color: inherit; background: var(--surface); border: 2px solid var(--line); border-radius: 8px; }
input[aria-invalid] { border-color: var(--error); }
.short { max-width: 10rem; }
.digits { font-variant-numeric: tabular-nums; letter-spacing: 0.03em; }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
.actions { display: flex; flex-direction: column; gap: 12px; align-items: stretch; text-align: center; }
button { font: inherit; font-weight: 700; min-height: 52px; padding: 12px 28px; color: var(--on-primary); background: var(--primary); border: 2px solid transparent; border-radius: 26px; cursor: pointer; }
button:hover { background: var(--hover); }
a { color: var(--primary); }
.cancel { padding: 12px; min-height: 48px; }
.summary { border: 3px solid var(--error); background: var(--error-ground); border-radius: 10px; padding: 16px 20px; margin-bottom: 24px; }
.summary ul { margin: 0; padding-left: 20px; }
.summary a { color: var(--error); font-weight: 600; }
.cards { margin-top: 24px; }
.cards summary { cursor: pointer; padding: 12px 0; font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
caption { text-align: left; color: var(--muted); padding-bottom: 8px; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px 8px 0; border-bottom: 1px solid var(--soft); overflow-wrap: anywhere; }
@media (min-width: 760px) {
  .columns { grid-template-columns: 300px 1fr; align-items: start; gap: 24px; }
  .actions { flex-direction: row; align-items: center; }
}
`
