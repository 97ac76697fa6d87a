/** Where others find this page. On the server's own machine its address says nothing to others: the server knows better. */
import { home } from './home/here'

/** Names by which a machine speaks of itself. */
const ITSELF = /^(localhost|127(\.\d+){3}|\[::1\])$/

class Lan {
  /** The beginning of the links that are given to others. */
  origin = $state(location.origin)
  /** Whether such a link leads nowhere but on this very machine. */
  alone = $state(false)

  /** Asks the server, if the page's own address is no use to others. */
  async ask(): Promise<void> {
    if (!ITSELF.test(location.hostname)) return
    const { url } = await home.network().catch(() => ({ url: null }))
    this.origin = url ?? location.origin
    this.alone = url === null
  }
}

export const lan = new Lan()

/** The full address of a page, for links that are given to others. */
export function addressOf(hash: string): string {
  return `${lan.origin}${location.pathname}${hash}`
}
