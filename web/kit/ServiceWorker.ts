import { useSyncExternalStore } from "react"
import { basePath } from "./Base.ts"

/** How often a page that stays open asks for a new version, in milliseconds. */
const askEvery = 3_600_000

let applyUpdate: (() => void) | undefined
const listeners = new Set<() => void>()

const offer = (apply: () => void) => {
  applyUpdate = apply
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Returns how to change to a new version of the application that waits, or `undefined` when there is none. Changing loads the
 * page again, so call it when the person agrees.
 */
export const useUpdate = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => applyUpdate)

/**
 * Keeps the application on the device, so that it can be installed and starts without a network. Call it once. It does nothing
 * where browsers have no service workers: without HTTPS, and in private windows of some.
 */
export const startServiceWorker = async (): Promise<void> => {
  // The development server has neither a manifest nor a worker, which would show old sources.
  if (!("serviceWorker" in navigator) || document.querySelector("link[rel=manifest]") === null) return
  const base = basePath()
  try {
    watch(await navigator.serviceWorker.register(`${base}/sw.js`, { scope: `${base}/` }))
  } catch {
    // Browsers refuse it where nothing may be stored. The application works without it, as long as there is a network.
  }
}

const watch = (registration: ServiceWorkerRegistration) => {
  const { serviceWorker } = navigator
  let agreed = false
  const offerWaiting = () => {
    const { waiting } = registration
    // Without a worker in charge this page is the first: the worker keeps the version that it shows.
    if (waiting === null || serviceWorker.controller === null) return
    offer(() => {
      agreed = true
      waiting.postMessage("update", [])
    })
  }
  const hadWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener("controllerchange", () => {
    if (agreed) location.reload()
    // The person agreed in another window. This one may be in the middle of something, so it asks too.
    else if (hadWorker) offer(() => location.reload())
  })
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offerWaiting)
  })
  offerWaiting()
  // Away from the network this fails, and the next time will do.
  const ask = () => void registration.update().catch(() => undefined)
  setInterval(ask, askEvery)
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask())
}
