import type { Language } from "../base/Language.ts"

/** The address that a device opens to register. Browsers send the code, behind the #, to no server. */
export const registrationLink = (till: string, code: string): string => `${till.replace(/[/#]*$/, "")}/#code=${code}`

/** The words of a registration sheet. Both languages stand on it, as no one knows who sets up the device. */
export interface RegistrationWords {
  readonly title: string
  readonly till: string
  readonly scan: string
  readonly scanApp: string
  readonly type: (address: string) => string
  readonly register: string
  readonly signIn: string
  readonly once: string
}

export const registrationWords: Readonly<Record<Language, RegistrationWords>> = {
  en: {
    title: "Make this device a terminal",
    till: "Till",
    scan: "Scan the code with the camera of the device and open the link.",
    scanApp: "Open the terminal app on the device and scan the code.",
    type: (address) => `No camera? Open ${address} and type the code below.`,
    register: "Press “Register”.",
    signIn: "Hold your wristband to the device to sign in.",
    once: "The code works once. Keep this sheet safe until then and throw it away afterwards."
  },
  de: {
    title: "Dieses Gerät zum Terminal machen",
    till: "Kasse",
    scan: "Scanne den Code mit der Kamera des Geräts und öffne den Link.",
    scanApp: "Öffne die Terminal-App auf dem Gerät und scanne den Code.",
    type: (address) => `Keine Kamera? Öffne ${address} und tippe den Code unten.`,
    register: "Drücke „Registrieren“.",
    signIn: "Halte dein Armband an das Gerät, um dich anzumelden.",
    once: "Der Code gilt einmal. Bewahre dieses Blatt bis dahin sicher auf und wirf es danach weg."
  }
}
