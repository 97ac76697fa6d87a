/** What can be scrolled and goes on below fades out there, so that nobody overlooks the rest. */
export function fading(element: HTMLElement): () => void {
  const look = (): void => {
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    element.classList.toggle('goes-on', below > 6)
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
