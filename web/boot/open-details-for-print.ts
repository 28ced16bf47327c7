/** Opens every folded part of the page while it is printed. CSS can do it in the newest browsers only (`::details-content`). */
export function openDetailsForPrint(): void {
  let opened: HTMLDetailsElement[] = []
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')]
    for (const details of opened) details.open = true
  })
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false
    opened = []
  })
}
