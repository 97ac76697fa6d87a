import { mount } from 'svelte'

import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/panels.css'
import './styles/access.css'
import './lib/board/lettering/labels.css'
import App from './App.svelte'
import { home, root } from './lib/home/here'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no element with the id "app"')

/** Let the service worker cache all files for the next visit and for offline use. */
async function keepForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(`${root}service-worker.js`)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep')
}

// Not before the game can be played: it would share the connection with what that needs.
void home.open().then(keepForOffline)

export default mount(App, { target })
