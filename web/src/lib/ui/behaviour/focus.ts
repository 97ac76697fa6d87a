/**
 * Keep the keyboard's focus on the page. If what has it disappears, as a button does that has done its work, the focus
 * would fall to the body, and Tab would begin at the top. It goes to what has taken its place, or else to the nearest
 * surviving part around it, unless the screen has moved it already.
 */
export function keepFocus(): () => void {
  /** What has the focus, and what around it can take it. */
  let around: HTMLElement[] = []
  const gained = ({ target }: FocusEvent): void => {
    around = []
    for (let one = target instanceof Element ? target : null; one; one = one.parentElement)
      if (one instanceof HTMLElement && (one === target || one.hasAttribute('tabindex'))) around.push(one)
  }
  /** A pointer moves the focus where it likes, also nowhere. */
  const pointed = (): void => void (around = [])
  const look = (): void => {
    const [last] = around
    if (!last || document.activeElement !== document.body || document.querySelector('dialog[open]')) return
    // It is pressed, and comes back or goes.
    if (last.isConnected && last.matches(':disabled')) return
    const { test } = last.dataset
    const successor = test ? document.querySelector<HTMLElement>(`[data-test="${test}"]`) : null
    const there = [last, successor, ...around].find((one) => one?.isConnected && one.checkVisibility())
    there?.focus({ preventScroll: true })
  }
  let due: number | undefined
  const watcher = new MutationObserver(() => {
    clearTimeout(due)
    due = window.setTimeout(look)
  })
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] })
  document.addEventListener('focusin', gained)
  document.addEventListener('pointerdown', pointed, true)
  return () => {
    watcher.disconnect()
    clearTimeout(due)
    document.removeEventListener('focusin', gained)
    document.removeEventListener('pointerdown', pointed, true)
  }
}
