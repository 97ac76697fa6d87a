/** Keeps the screen from going dark while something is shown. Browsers allow it on secure pages only. */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined
  let lock: WakeLockSentinel | null = null
  let over = false
  // A browser gives it back when the page is hidden.
  const ask = async (): Promise<void> => {
    if (over || document.visibilityState !== 'visible' || (lock && !lock.released)) return
    lock = await navigator.wakeLock.request('screen').catch(() => null)
    if (over) void lock?.release()
  }
  const seen = (): void => void ask()
  seen()
  document.addEventListener('visibilitychange', seen)
  return () => {
    over = true
    document.removeEventListener('visibilitychange', seen)
    void lock?.release()
  }
}
