import { useSyncExternalStore } from "react"

const subscribe = (onChange: () => void) => {
  globalThis.addEventListener("online", onChange)
  globalThis.addEventListener("offline", onChange)
  return () => {
    globalThis.removeEventListener("online", onChange)
    globalThis.removeEventListener("offline", onChange)
  }
}

/** Whether the device has a network. A network does not mean that the server can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
