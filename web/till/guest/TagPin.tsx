import { ScanQrCode } from "lucide-react"
import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import type { Chip } from "../../kit/Chip.ts"
import { TextField } from "../../kit/Field.tsx"
import { lazily } from "../../kit/lazily.tsx"
import { useMessages } from "../messages.ts"
import type { Config } from "../Session.ts"

const CodeCamera = lazily(() => import("../registration/CodeCamera.tsx"), "CodeCamera")

/** The PIN of a demo tag; the till can't know any other, as only wristbands bear them. */
export const demoPinOf = ({ demo_tags = [] }: Pick<Config, "demo_tags">, chip: Chip): string | undefined =>
  demo_tags.find(({ holder, uid_hex }) => holder === "guest" && uid_hex === chip)?.name

/** The PIN in a scanned code: the code itself, or the last part of the address that some wristbands bear. */
const pinIn = (scanned: string): string => scanned.trim().replace(/\/+$/, "").split(/[/?#=]/).at(-1) ?? ""

/** The PIN that is printed on a wristband, typed or scanned. */
export const TagPin = ({ hint, label, name, onChange, value }: {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (pin: string) => void
}) => {
  const say = useMessages()
  const [isScanning, setScanning] = useState(false)
  return (
    <div className="stack-close">
      <TextField
        name={name}
        label={label}
        hint={hint}
        value={value}
        onChange={onChange}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div>
        <Button aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          <ScanQrCode className="icon" aria-hidden />
          {isScanning ? say.scanStop : say.scanPin}
        </Button>
      </div>
      {isScanning && (
        <CodeCamera
          onText={(text) => {
            setScanning(false)
            onChange(pinIn(text))
          }}
        />
      )}
    </div>
  )
}
