/** The home of this page: the server that it comes from. */
import type { Home } from './home'
import { ServedHome } from './served/served.svelte'

export const home: Home = new ServedHome()
