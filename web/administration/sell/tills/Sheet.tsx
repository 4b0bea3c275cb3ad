import { registrationWords } from "@wristbank/core/till/RegistrationText"
import { QrCode } from "../../../kit/QrCode.tsx"

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
    {till !== undefined && <p>{registrationWords.en.till} / {registrationWords.de.till}: {till}</p>}
    <QrCode text={qr} label={code} />
    <p className="registration-code">{code}</p>
    <div className="sheet-steps">
      {(["en", "de"] as const).map((language) => {
        const { once, register, scan, scanApp, signIn, title, type } = registrationWords[language]
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
