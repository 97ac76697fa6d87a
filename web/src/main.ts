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

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register(`${root}service-worker.js`)
}

home.open()

export default mount(App, { target })
