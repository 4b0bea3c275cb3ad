import { atom, getDefaultStore, useAtomValue } from "jotai"
import { parseHex } from "../Chip.ts"
import { chipRead } from "./Chips.ts"

/** The part of Web NFC that a till uses (https://w3c.github.io/web-nfc/); TypeScript does not know it. */
interface NdefReader extends EventTarget {
  readonly scan: () => Promise<void>
}

declare global {
  interface Window {
    readonly NDEFReader?: new() => NdefReader
  }
}

/**
 * - `missing`: the browser has no NFC.
 * - `insecure`: it would have NFC on a page with HTTPS.
 * - `off`: no one has asked for it yet; browsers want a tap before they ask the person.
 * - `refused`: the person or the device said no.
 */
export type NfcState = "insecure" | "missing" | "off" | "reading" | "refused"

/** Android's browsers have NFC, but hide it from pages without HTTPS. */
const initial = (): NfcState =>
  globalThis.window.NDEFReader !== undefined
    ? "off"
    : !globalThis.isSecureContext && /Android/i.test(navigator.userAgent)
    ? "insecure"
    : "missing"

const nfcStateAtom = atom<NfcState>(initial())

const store = getDefaultStore()

/** Starts reading. Browsers ask the person first, and want a tap before they do. */
const start = async (): Promise<void> => {
  const Reader = globalThis.window.NDEFReader
  if (Reader === undefined || store.get(nfcStateAtom) === "reading") return
  const reader = new Reader()
  reader.addEventListener("reading", (event) => {
    const chip = parseHex((event as Event & { readonly serialNumber?: string }).serialNumber ?? "")
    if (chip !== undefined) chipRead(chip)
  })
  try {
    await reader.scan()
    store.set(nfcStateAtom, "reading")
  } catch {
    store.set(nfcStateAtom, "refused")
  }
}

/** A user who allowed it once need not tap again. */
export const startAllowedNfc = async (): Promise<void> => {
  if (store.get(nfcStateAtom) !== "off") return
  try {
    const { state } = await navigator.permissions.query({ name: "nfc" as PermissionName })
    if (state === "granted") await start()
  } catch {
    // The browser does not tell; the person taps.
  }
}

/** NFC of the device itself: its state, and how to switch it on with a tap. */
export const useNfc = () => ({ state: useAtomValue(nfcStateAtom), start: () => void start() })
