/**
 * Fades out the lower edge of a scrollable element if there is more below, so that nobody overlooks the rest; content
 * under sticky buttons fades out above them.
 */
export function fading(element: HTMLElement): () => void {
  const look = (): void => {
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    element.classList.toggle('goes-on', below > 6)
    for (const stuck of element.querySelectorAll('.stuck')) {
      const above = stuck.previousElementSibling?.getBoundingClientRect().bottom ?? 0
      stuck.classList.toggle('covers', above > stuck.getBoundingClientRect().top + 1)
    }
  }
  element.classList.add('fading')
  element.addEventListener('scroll', look, { passive: true })
  const resized = new ResizeObserver(look)
  resized.observe(element)
  const changed = new MutationObserver(look)
  changed.observe(element, { childList: true, subtree: true, characterData: true })
  look()
  return () => {
    element.removeEventListener('scroll', look)
    resized.disconnect()
    changed.disconnect()
  }
}
