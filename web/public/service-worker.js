// Keeps the pages for the next time, so that the app opens at once, also when the server does not answer. The game itself
// is always asked for live: nothing under /api is kept. The build writes the name and the list (vite.config.ts).
const KEPT = 'semafor'
const FILES = ['/']

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request))
  else if (request.mode === 'navigate' || /\.(svg|png|webmanifest)$/.test(pathname))
    event.respondWith(freshFirst(request))
})

/** Files whose names change with their content are never asked for twice. */
async function keptFirst(request) {
  const kept = await caches.match(request)
  return kept ?? keep(request, await fetch(request))
}

/** Pages are asked for again; what was kept serves when nobody answers. */
async function freshFirst(request) {
  try {
    return await keep(request, await fetch(request))
  } catch {
    return (await caches.match(request)) ?? Response.error()
  }
}

async function keep(request, response) {
  if (response.ok) {
    const cache = await caches.open(KEPT)
    await cache.put(request, response.clone())
  }
  return response
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const address = event.notification.data?.address ?? '/'
      const there = pages.find((page) => page.url.endsWith(address)) ?? pages[0]
      return there ? there.focus() : self.clients.openWindow(address)
    }),
  )
})
