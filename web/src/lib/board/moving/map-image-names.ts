// What a map tells about its picture, apart from the code that makes one: that loads with the first picture.

/** For the element of a map, the function that sets the scale its names are chosen for; null is that of the screen. */
export const writeFor = new WeakMap<Element, (scale: number | null) => void>()

/** What the picture leaves out: hit areas, titles for screen readers, and trains previewed under a pointer. */
export const LEFT_OUT = '.hits, title, .passing'
