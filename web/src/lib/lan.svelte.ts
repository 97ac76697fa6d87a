/** Links for other devices. On the server's own machine `localhost` is no use to others, so ask the server. */
import { home } from './home/here'

/** Names of the local machine. */
const ITSELF = /^(localhost|127(\.\d+){3}|\[::1\])$/

class Lan {
  /** The origin of links for others. */
  origin = $state(location.origin)
  /** Whether such links work on this machine only. */
  alone = $state(false)

  /** Ask the server, if the page's own address is no use to others. */
  async ask(): Promise<void> {
    if (!ITSELF.test(location.hostname)) return
    const { url } = await home.network().catch(() => ({ url: null }))
    this.origin = url ?? location.origin
    this.alone = url === null
  }
}

export const lan = new Lan()

/** The full address of a page, for links to others. */
export function addressOf(hash: string): string {
  return `${lan.origin}${location.pathname}${hash}`
}
