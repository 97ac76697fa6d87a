/** The map as an image of its own, with the page's styles and the map's font in it. */

import { flushSync } from 'svelte'
import { LEFT_OUT, writeFor } from './map-image-names'

/** Return an image of the map. With a scale, it has the names that fit at that scale instead of those on the screen. */
export async function picture(
  host: HTMLElement,
  svg: SVGSVGElement,
  width: number,
  height: number,
  scale: number | null = null,
): Promise<HTMLImageElement> {
  const rules = await (styles ??= collectStyles())
  const look = ['data-theme', 'data-scenery'].map((name) => attribute(name, host.getAttribute(name) ?? ''))
  // The screen does not change: the names are back before the browser paints.
  if (scale) flushSync(() => writeFor.get(host)?.(scale))
  const text = [
    '<svg xmlns="http://www.w3.org/2000/svg"',
    attribute('viewBox', svg.getAttribute('viewBox') ?? ''),
    attribute('class', `${host.className} ${svg.getAttribute('class') ?? ''}`),
    ...look,
    attribute('style', `width: ${width}px; height: ${height}px`),
    `><style>${escaped(rules)}</style>`,
    ...inside(svg),
    '</svg>',
  ].join('')
  if (scale) flushSync(() => writeFor.get(host)?.(null))
  const image = new Image(width, height)
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  image.src = address
  // A decoded image no longer needs its address. As long as that is valid, the browser keeps the document in memory.
  await image.decode().finally(() => URL.revokeObjectURL(address))
  return image
}

/**
 * Serialise the contents of an element, piece by piece. Cloning the map first would leave thousands of nodes for the
 * garbage collector, and half of its nodes are comments and whitespace that the image does not need.
 */
function* inside(element: Element): Generator<string> {
  for (const node of element.childNodes) {
    if (node instanceof Text) {
      if (element instanceof SVGTextContentElement || node.data.trim()) yield escaped(node.data)
    } else if (node instanceof Element && !node.matches(LEFT_OUT)) {
      yield `<${node.nodeName}`
      for (const { name, value } of node.attributes) yield attribute(name, value)
      yield '>'
      yield* inside(node)
      yield `</${node.nodeName}>`
    }
  }
}

const attribute = (name: string, value: string): string => ` ${name}="${escaped(value)}"`

const escaped = (text: string): string => text.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`)

let styles: Promise<string> | undefined

/** All the style rules of the page. An image can't fetch anything, so the font is embedded. */
async function collectStyles(): Promise<string> {
  const texts: Promise<string>[] = []
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (!(rule instanceof CSSFontFaceRule)) texts.push(Promise.resolve(rule.cssText))
      else if (rule.style.getPropertyValue('font-family').includes('Board')) texts.push(withFont(rule, sheet.href))
  return (await Promise.all(texts)).join('\n')
}

async function withFont(rule: CSSFontFaceRule, base: string | null): Promise<string> {
  const address = /url\("?([^")]+)"?\)/.exec(rule.cssText)?.[1]
  if (!address || address.startsWith('data:')) return rule.cssText
  const answer = await fetch(new URL(address, base ?? document.baseURI))
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return rule.cssText.replace(/url\([^)]*\)/, `url(data:font/woff2;base64,${text})`)
}
