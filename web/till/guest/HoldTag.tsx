import { Nfc } from "lucide-react"
import { Readers } from "../readers/Readers.tsx"

/** Asks for a tag, with every way to give one. */
export const HoldTag = ({ byPin = false, hint, holder }: {
  readonly hint: string
  readonly holder: "guest" | "staff"
  /** Whether the printed PIN does as well. */
  readonly byPin?: boolean
}) => (
  <div className="stack">
    <p className="hold">
      <Nfc className="icon" aria-hidden />
      {hint}
    </p>
    <Readers holder={holder} byPin={byPin} />
  </div>
)
