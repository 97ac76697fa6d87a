/** Call back when another tab of this browser has written a key of the local storage. */
export function whenStored(key: string, then: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', (event) => {
    if (event.key === key) then()
  })
}
