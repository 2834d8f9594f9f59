// Keeps the page working without the network: every file of this version is stored when the page is first opened.
// Knows nothing of games.
const version = '{{version}}';
const cacheName = `rhizome-${version}`;
const files = {{files}};

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      await cache.addAll(['/', '/icon.svg', '/rhizome.webmanifest', ...files]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith('rhizome-') && name !== cacheName).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (event.request.mode === 'navigate') {
    // The newest page when there is a network, this version's when there is none.
    event.respondWith(
      (async () => {
        try {
          return await fetch(event.request);
        } catch {
          return (await caches.match('/', { cacheName })) ?? Response.error();
        }
      })(),
    );
    return;
  }
  event.respondWith((async () => (await caches.match(event.request, { cacheName })) ?? fetch(event.request))());
});

// A notification leads to its game: to the window that has it, or to a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = String(event.notification.data?.path ?? '/');
  event.waitUntil(
    (async () => {
      const windows = await self.clients.matchAll({ type: 'window' });
      const open = windows.find((each) => new URL(each.url).pathname === path);
      await (open ? open.focus() : self.clients.openWindow(path));
    })(),
  );
});
