/** Parses and validates a brand's logo.svg for the PDF documents, which can draw only some elements. */

export interface LogoElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

const number = /^-?(\d+(\.\d+)?|\.\d+)$/
const any = /^[^"]*$/
const colour = /^(none|#[\da-f]{3}|#[\da-f]{6}|var\(--(primary|on-primary|accent)\))$/i
const drawing = {
  fill: colour,
  stroke: colour,
  opacity: number,
  'stroke-width': number,
  'stroke-linecap': /^(butt|round|square)$/,
  'stroke-linejoin': /^(miter|round|bevel)$/,
}

/** The supported elements and attributes, with the format of each value. */
const known: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  svg: { xmlns: any, viewBox: /^0 0 40 40$/, 'aria-hidden': any, focusable: any },
  rect: { x: number, y: number, width: number, height: number, rx: number, ...drawing },
  path: { d: /^[MmLlHhVvCcSsQqTtAaZz\d\s.,e+-]+$/, ...drawing },
  circle: { cx: number, cy: number, r: number, ...drawing },
}
const needed: Readonly<Record<string, readonly string[]>> = {
  svg: ['viewBox'],
  rect: ['width', 'height'],
  path: ['d'],
  circle: ['r'],
}

export const logoElements = (svg: string): LogoElement[] =>
  [...svg.matchAll(/<(\w+)([\s/][^<>]*)?>/g)].map(([, name = '', rest = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...rest.matchAll(/\s([\w:-]+)="([^"]*)"/g)].map(([, attribute = '', value = '']) => [
        attribute,
        value,
      ]),
    ),
  }))

const isColour = (value: string | undefined): boolean => value !== undefined && value !== 'none'

function faultOf({ name, attributes }: LogoElement): string | null {
  const allowed = Object.hasOwn(known, name) ? known[name] : undefined
  if (!allowed) return `<${name}> is not drawn`
  for (const [attribute, value] of Object.entries(attributes))
    if (!(Object.hasOwn(allowed, attribute) && allowed[attribute]?.test(value)))
      return `${attribute}="${value}" of a <${name}> is not drawn`
  const missing = needed[name]?.find(attribute => !(attribute in attributes))
  if (missing) return `a <${name}> has no ${missing}`
  if ('stroke' in allowed && isColour(attributes.fill) === isColour(attributes.stroke))
    return `a <${name}> needs a colour as its fill or as its stroke, one of them`
  return null
}

/** Describes the element of a logo.svg that a document cannot draw; null when it can draw all of them. */
export function validateLogo(svg: string): string | null {
  // Other text would be dropped silently.
  const rest = svg.replace(/<\w+(\s+[\w:-]+="[^"<>]*")*\s*\/?>|<\/\w+>/g, '').trim()
  if (rest !== '') return `'${rest.slice(0, 40)}' is no element with its attributes in double quotes`
  const elements = logoElements(svg)
  if (elements[0]?.name !== 'svg') return 'it does not begin with <svg>'
  return elements.map(faultOf).find(fault => fault !== null) ?? null
}
