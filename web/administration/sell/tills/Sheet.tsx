import type { Language } from "../../../kit/Language.ts"
import { QrCode } from "../../../kit/QrCode.tsx"

/** The words of a sheet. Both languages stand on it, as nobody knows who sets up the device. */
interface SheetWords {
  readonly title: string
  readonly till: string
  readonly scan: string
  readonly scanApp: string
  readonly type: (address: string) => string
  readonly register: string
  readonly signIn: string
  readonly once: string
}

const words: Readonly<Record<Language, SheetWords>> = {
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

interface SheetProps {
  /** The event or the part of it. */
  readonly place: string
  /** The name of the terminal. */
  readonly name: string
  /** The name of its till, if it has one. */
  readonly till: string | undefined
  readonly code: string
  /** The text of the QR code. */
  readonly qr: string
  /** Where browsers open the till; `undefined` for devices with the terminal app. */
  readonly address: string | undefined
}

/** One page of paper that registers a device as a terminal. */
export const Sheet = ({ address, code, name, place, qr, till }: SheetProps) => (
  <section className="sheet" aria-label={name}>
    <p>{place}</p>
    <h2>{name}</h2>
    {till !== undefined && <p>{words.en.till} / {words.de.till}: {till}</p>}
    <QrCode text={qr} label={code} />
    <p className="registration-code">{code}</p>
    <div className="sheet-steps">
      {(["en", "de"] as const).map((language) => {
        const { once, register, scan, scanApp, signIn, title, type } = words[language]
        return (
          <section key={language} lang={language} className="stack-close">
            <h3>{title}</h3>
            <ol>
              <li>{address === undefined ? scanApp : `${scan} ${type(address)}`}</li>
              {address !== undefined && <li>{register}</li>}
              <li>{signIn}</li>
            </ol>
            <p className="small">{once}</p>
          </section>
        )
      })}
    </div>
  </section>
)
