// Whether the map's font has loaded. Texts are measured in it, and measured again once it is there.

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
