/**
 * Show something while the mouse points at an element. Only a moving mouse counts: an element that appears under a
 * resting mouse, because the page has changed, shows nothing.
 */
import type { Attachment } from 'svelte/attachments'

export function pointing(show: () => void, hide: () => void): Attachment<HTMLElement> {
  return (element) => {
    let on = false
    const moved = (): void => {
      if (on) return
      on = true
      show()
    }
    const left = (): void => {
      if (!on) return
      on = false
      hide()
    }
    element.addEventListener('mousemove', moved)
    element.addEventListener('mouseleave', left)
    return () => {
      left()
      element.removeEventListener('mousemove', moved)
      element.removeEventListener('mouseleave', left)
    }
  }
}
