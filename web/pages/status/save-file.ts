/** Saves a document from a response as a file on the customer's device. */

/** The address is given back once the browser has had time to read it. */
const keepMs = 60_000

export function saveFile(content: Uint8Array | string, mediaType: string, name: string): void {
  const part = typeof content === 'string' ? content : Uint8Array.from(content)
  const address = URL.createObjectURL(new Blob([part], { type: mediaType }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), keepMs)
}
