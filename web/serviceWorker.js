// Keeps the page of an application and its files on the device, so that it starts without a network. Calls of the API are
// never kept. The build fills in the files, the server the paths that are not the application's.
const { application, version, files } = __BUILD__

/**
 * `networkPaths` are not kept: others answer them, or their page has a policy of its own. `headers` are those of the kept page;
 * they stand here so that a change of them is a new version.
 */
const { networkPaths } = __SERVER__

// The worker is served where its application is: below a path, or at the root of a host of its own.
const base = new URL("./", self.location.href).pathname
const family = `wristbank-${application}-${base}-`
const name = family + version
const kept = new Set(files)

const isKeptPage = (path) => {
  if (!path.startsWith(base)) return false
  const below = path.slice(base.length)
  return !/\.[^/]*$/.test(below) && !networkPaths.some((one) => below === one || below.startsWith(`${one}/`))
}

const keep = async () => {
  const cache = await caches.open(name)
  await cache.addAll([...files, new Request(base, { cache: "reload" })])
}

const removeOlder = async () => {
  const names = await caches.keys()
  await Promise.all(names.filter((one) => one.startsWith(family) && one !== name).map((one) => caches.delete(one)))
  await self.clients.claim()
}

const fromCache = async (key, request) => {
  const cache = await caches.open(name)
  return await cache.match(key) ?? fetch(request)
}

self.addEventListener("install", (event) => event.waitUntil(keep()))
self.addEventListener("activate", (event) => event.waitUntil(removeOlder()))

// A new version waits until the person agrees, so no one's work is cut off.
self.addEventListener("message", (event) => {
  if (event.data === "update") self.skipWaiting()
})

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== self.location.origin) return
  if (request.mode === "navigate") {
    if (isKeptPage(pathname)) event.respondWith(fromCache(base, request))
  } else if (kept.has(pathname)) event.respondWith(fromCache(pathname, request))
})
