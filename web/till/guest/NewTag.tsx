import { CircleCheck } from "lucide-react"
import { Button } from "../../kit/Button.tsx"
import type { Chip } from "../../kit/Chip.ts"
import { useMessages } from "../messages.ts"
import { HoldTag } from "./HoldTag.tsx"

/** A wristband that is to be handed out: asks for it, then shows its number. */
export const NewTag = ({ chip, onForget }: { readonly chip: Chip | undefined; readonly onForget: () => void }) => {
  const say = useMessages()
  return chip === undefined ?
    <HoldTag hint={say.holdNewTag} holder="guest" /> :
    (
      <div className="card between" role="status">
        <span className="row">
          <CircleCheck className="icon" aria-hidden />
          {say.chipOf(chip)}
        </span>
        <Button kind="quiet" onClick={onForget}>{say.otherTag}</Button>
      </div>
    )
}
