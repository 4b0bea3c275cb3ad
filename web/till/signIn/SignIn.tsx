import { Nfc } from "lucide-react"
import { Button } from "../../kit/Button.tsx"
import { useChips } from "../../kit/readers/Chips.ts"
import { Refused } from "../../kit/Refused.tsx"
import { useMessages } from "../messages.ts"
import { useSignIn } from "./useSignIn.ts"

/** Signs in the person who holds their tag to the reader; asks for the role if they have several. */
export const SignIn = ({ hint, onDone }: { readonly hint: string; readonly onDone?: (() => void) | undefined }) => {
  const say = useMessages()
  const { busy, check, offer, refusal, refusedChip, signIn } = useSignIn(onDone)
  useChips((chip) => void check(chip))
  return (
    <div className="stack">
      {refusal !== undefined && <Refused refusal={refusal} />}
      {refusedChip !== undefined && refusal?.rule === "cash.sign_in_tag_of_nobody" && (
        <p>{say.numberOfNobody(refusedChip)}</p>
      )}
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
