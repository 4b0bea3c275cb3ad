import { CircleCheck } from "lucide-react"
import { Button } from "../../kit/Button.tsx"
import type { Chip } from "../../kit/Chip.ts"
import { useMessages } from "../messages.ts"
import { HoldTag } from "./HoldTag.tsx"

/** A wristband that is to be handed out: asks for it, then shows its number. */
export const NewTag = ({ chip, holder = "guest", onForget }: {
  readonly chip: Chip | undefined
  /** Who gets it. */
  readonly holder?: "guest" | "staff"
  readonly onForget: () => void
}) => {
  const say = useMessages()
  return chip === undefined ?
    <HoldTag hint={holder === "guest" ? say.holdNewTag : say.holdNewStaffTag} holder="guest" /> :
    (
      <div className="card between tag-card" role="status">
        <span className="row">
          <CircleCheck className="icon" aria-hidden />
          {holder === "guest" ? say.chipOf(chip) : say.staffTagOf(chip)}
        </span>
        <Button kind="quiet" onClick={onForget}>{say.otherTag}</Button>
      </div>
    )
}
