import { Nfc } from "lucide-react"
import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { asJson, type Chip } from "../../kit/Chip.ts"
import { useChips } from "../../kit/readers/Chips.ts"
import type { Refusal } from "../../kit/Refusal.ts"
import { Refused } from "../../kit/Refused.tsx"
import { call, type TerminalAnswer } from "../calls.ts"
import { useMessages } from "../messages.ts"
import { loadSession } from "../Session.ts"

type Role = TerminalAnswer<"POST /user/check-login">["roles"][number]

/** Signs in whoever holds their tag to the reader; asks for the role if they have several. */
export const SignIn = ({ hint, onDone }: { readonly hint: string; readonly onDone?: (() => void) | undefined }) => {
  const say = useMessages()
  const [offer, setOffer] = useState<{ readonly chip: Chip; readonly roles: ReadonlyArray<Role> }>()
  const [refused, setRefused] = useState<{ readonly chip: Chip; readonly refusal: Refusal }>()
  const [busy, setBusy] = useState(false)
  const signIn = async (chip: Chip, role: Role) => {
    setBusy(true)
    const answer = await call("POST /user/login", {
      body: { user_tag: { uid: asJson(chip) }, user_role_id: role.id }
    })
    if (answer.ok) {
      await loadSession()
      onDone?.()
    } else {
      setRefused({ chip, refusal: answer.refusal })
      setOffer(undefined)
    }
    setBusy(false)
  }
  const check = async (chip: Chip) => {
    if (busy) return
    setRefused(undefined)
    setBusy(true)
    const answer = await call("POST /user/check-login", { body: { uid: asJson(chip) } })
    setBusy(false)
    if (!answer.ok) return setRefused({ chip, refusal: answer.refusal })
    const [only, ...others] = answer.answer.roles
    if (only !== undefined && others.length === 0) return signIn(chip, only)
    setOffer({ chip, roles: answer.answer.roles })
  }
  useChips((chip) => void check(chip))
  return (
    <div className="stack">
      {refused !== undefined && <Refused refusal={refused.refusal} />}
      {refused?.refusal.rule === "cash.sign_in_tag_of_nobody" && <p>{say.numberOfNobody(refused.chip)}</p>}
      {offer === undefined
        ? (
          <p className="hold" aria-busy={busy}>
            <Nfc className="icon" aria-hidden />
            {hint}
          </p>
        )
        : (
          <section className="stack-close" aria-label={say.chooseRoleNameless}>
            <h2 className="label">{say.chooseRoleNameless}</h2>
            {offer.roles.map((role) => (
              <Button
                key={role.id}
                kind="primary"
                busy={busy}
                onClick={() => void signIn(offer.chip, role)}
              >
                {role.name}
              </Button>
            ))}
          </section>
        )}
    </div>
  )
}
