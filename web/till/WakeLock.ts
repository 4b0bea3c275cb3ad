import { useEffect } from "react"

/** Keeps the screen awake while the till is in front, where browsers can: on pages with HTTPS. */
export const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    const keep = async () => {
      if (document.visibilityState !== "visible") return
      const { wakeLock } = navigator as { readonly wakeLock?: WakeLock }
      // Refused while the battery is low, for example; the till works all the same.
      lock = await wakeLock?.request("screen").catch(() => undefined)
    }
    void keep()
    document.addEventListener("visibilitychange", keep)
    return () => {
      document.removeEventListener("visibilitychange", keep)
      void lock?.release()
    }
  }, [])
}
