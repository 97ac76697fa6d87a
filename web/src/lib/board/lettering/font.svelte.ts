// Whether the map's own font is there: texts are measured in it, so they are measured again when it comes.

const font = $state({ ready: false })
let asked = false

export function fontReady(): boolean {
  if (!asked && typeof document !== 'undefined') {
    asked = true
    void document.fonts?.load('600 20px Board').then(
      () => (font.ready = true),
      () => (font.ready = false),
    )
  }
  return font.ready
}
