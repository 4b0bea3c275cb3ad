import { CircleDashed, Moon, Wifi } from "lucide-react"
import { Distance, useNow } from "../../../kit/Moment.tsx"
import { stateOf } from "./Fleet.ts"
import { useTexts } from "./texts.ts"
import "./tills.css"
import type { Terminal } from "./useEquipment.ts"

const icons = { online: Wifi, silent: Moon, unregistered: CircleDashed }

/** Whether a terminal works, and since when it does not. */
export const StateBadge = ({ of: terminal }: { readonly of: Terminal }) => {
  const say = useTexts()
  const state = stateOf(terminal, useNow())
  const Icon = icons[state]
  return (
    <span className="state" data-state={state}>
      <Icon className="icon" aria-hidden />
      {say[state]}
      {state === "silent" && (
        <span className="small">
          <Distance at={terminal.last_seen} />
        </span>
      )}
    </span>
  )
}
