/** The home of this page: the server that it comes from, or, where `semafor page` has said so, the page itself. */
import type { Home } from './home.svelte'
import { PageHome } from './page/page'
import { ServedHome } from './served/served'

/** The folder of what a page needs besides the client. */
function pageFolder(): string | null {
  const mark = typeof document === 'undefined' ? null : document.querySelector('meta[name="semafor-page"]')
  return mark?.getAttribute('content') ?? null
}

const folder = pageFolder()

/** Where the files of the client are. */
export const root = typeof document === 'undefined' ? '/' : new URL(folder === null ? '/' : './', document.baseURI).href

/** The page as a home, if it is one: other people's pages come to it. */
export const pageHome = folder === null ? null : new PageHome(new URL(folder, document.baseURI).href)

export const home: Home = pageHome ?? new ServedHome()
