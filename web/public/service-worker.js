// Caches the client's files, so that the app opens at once, also offline. Games on a server are always fetched live:
// nothing under api/ is cached. The build writes the name and the list (vite.config.ts); `semafor page` adds Python's
// files, which are cached when the page reports that it has loaded them.
const KEPT = 'semafor'
const FILES = ['./']
const LATER = []

const HOME = new URL('./', self.location.href)
/** Other apps may live on the same origin, and other copies of this one. */
const OURS = `semafor ${HOME.pathname} `
const NAME = OURS + KEPT

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  const old = (name) => (name.startsWith(OURS) || /^semafor-/.test(name)) && name !== NAME
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepLater().then(() => event.ports[0]?.postMessage('kept')))
})

/** Cache what the page has loaded: most of it is still in the browser's HTTP cache, and the names are content hashes. */
async function keepLater() {
  const cache = await caches.open(NAME)
  for (const file of LATER) {
    const request = new Request(file, { cache: 'force-cache' })
    if (!(await cache.match(request))) await cache.add(request)
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== HOME.origin || !pathname.startsWith(HOME.pathname)) return
  const path = pathname.slice(HOME.pathname.length)
  if (path.startsWith('api/')) return
  if (path.startsWith('assets/') || LATER.includes(path)) event.respondWith(keptFirst(request))
  else if (request.mode === 'navigate' || /\.(svg|png|webmanifest)$|^no-start\.js$/.test(path))
    event.respondWith(freshFirst(request))
})

/** Files with a content hash in their name are served from the cache. */
async function keptFirst(request) {
  const kept = await caches.match(request)
  return kept ?? keep(request, await fetch(request))
}

/** Pages come from the network first, and from the cache when offline. */
async function freshFirst(request) {
  try {
    return await keep(request, await fetch(request))
  } catch {
    return (await caches.match(request)) ?? Response.error()
  }
}

async function keep(request, response) {
  if (response.ok) {
    const cache = await caches.open(NAME)
    await cache.put(request, response.clone())
  }
  return response
}

// A message has the game, and the words that this browser has asked for.
self.addEventListener('push', (event) => {
  const { game, title, text } = event.data.json()
  const data = { address: `${HOME.pathname}#/game/${game}` }
  event.waitUntil(self.registration.showNotification(title, { body: text, tag: game, icon: 'icon-192.png', data }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const address = event.notification.data?.address ?? HOME.pathname
      const there = pages.find((page) => page.url.endsWith(address))
      return there ? there.focus() : self.clients.openWindow(address)
    }),
  )
})
