import { UserPlus } from "lucide-react"
import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import type { Chip } from "../../kit/Chip.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useChips } from "../../kit/readers/Chips.ts"
import { HoldTag } from "../guest/HoldTag.tsx"
import { useMessages } from "../messages.ts"
import "../tasks.css"
import { NewPerson } from "./NewPerson.tsx"
import { PersonCard } from "./PersonCard.tsx"

/** People who work at the tills: who has this tag, what may they do, and new ones. */
export const PeopleScreen = () => {
  const say = useMessages()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<string>()
  if (isCreating) {
    return (
      <div className="page stack">
        <div>
          <Button onClick={() => setCreating(false)}>{say.back}</Button>
        </div>
        <h1>{say.newPerson}</h1>
        <NewPerson
          onDone={(login) => {
            setCreated(login)
            setCreating(false)
          }}
        />
      </div>
    )
  }
  return (
    <div className="page stack">
      <div className="between">
        <h1>{say.taskPeople}</h1>
        <Button
          onClick={() => {
            setCreated(undefined)
            setCreating(true)
          }}
        >
          <UserPlus className="icon" aria-hidden />
          {say.newPerson}
        </Button>
      </div>
      {created !== undefined && (
        <Notice kind="good">
          <p>{say.personCreated(created)}</p>
        </Notice>
      )}
      <Holder />
    </div>
  )
}

const Holder = () => {
  const say = useMessages()
  const [chip, setChip] = useState<Chip>()
  useChips(setChip)
  return chip === undefined
    ? <HoldTag hint={say.holdStaffTag} holder="staff" />
    : <PersonCard key={chip} chip={chip} onForget={() => setChip(undefined)} />
}
