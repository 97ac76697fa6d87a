import { mount } from 'svelte'

import App from './App.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no element with the id "app"')

export default mount(App, { target })
