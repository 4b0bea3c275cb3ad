import { useAtomValue } from "jotai"
import { useEffect, useRef, useState } from "react"
import { asJson, type Chip } from "../../kit/Chip.ts"
import { isTemporary, type Refusal } from "../../kit/Refusal.ts"
import { call, type TerminalAnswer } from "../calls.ts"
import { loadSession, sessionRefusalAtom } from "../Session.ts"

type Role = TerminalAnswer<"POST /user/check-login">["roles"][number]

/** How often a sign-in that an overload put off is tried again. The person with the tag waits no longer than that. */
const mostRetries = 3
const retryPauseMillis = 2_000

/** Does something later, unless something else comes first or this part of the page is gone by then. */
const useLater = () => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isThere = useRef(false)
  const forget = () => clearTimeout(timer.current)
  const later = (act: () => void, millis: number) => {
    forget()
    if (isThere.current) timer.current = setTimeout(act, millis)
  }
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
      clearTimeout(timer.current)
    }
  }, [])
  return { forget, later }
}

/** Signs in the person who holds a tag to the reader: at once, or with the role that they choose of those on offer. */
export const useSignIn = (onDone: (() => void) | undefined) => {
  const [offer, setOffer] = useState<{ readonly chip: Chip; readonly roles: ReadonlyArray<Role> }>()
  const [refused, setRefused] = useState<{ readonly chip: Chip; readonly refusal: Refusal }>()
  const [busy, setBusy] = useState(false)
  const sessionRefusal = useAtomValue(sessionRefusalAtom)
  const refusal = refused?.refusal ?? sessionRefusal
  const { forget, later } = useLater()
  const refuse = (chip: Chip, why: Refusal, retry: (left: number) => void, left: number) => {
    setRefused({ chip, refusal: why })
    if (left === 0 || !isTemporary(why)) return
    later(() => retry(left - 1), Math.max(retryPauseMillis, 1000 * (why.retryAfterSeconds ?? 0)))
  }
  const signIn = async (chip: Chip, role: Role, left = mostRetries) => {
    forget()
    setBusy(true)
    const answer = await call("POST /user/login", {
      body: { user_tag: { uid: asJson(chip) }, user_role_id: role.id }
    })
    if (answer.ok) {
      setRefused(undefined)
      await loadSession()
      onDone?.()
    } else {
      refuse(chip, answer.refusal, (still) => void signIn(chip, role, still), left)
      setOffer(undefined)
    }
    setBusy(false)
  }
  const check = async (chip: Chip, left = mostRetries) => {
    if (busy) return
    forget()
    setRefused(undefined)
    setBusy(true)
    const answer = await call("POST /user/check-login", { body: { uid: asJson(chip) } })
    setBusy(false)
    if (!answer.ok) return refuse(chip, answer.refusal, (still) => void check(chip, still), left)
    const [only, ...others] = answer.answer.roles
    if (only !== undefined && others.length === 0) return signIn(chip, only)
    setOffer({ chip, roles: answer.answer.roles })
  }
  return { busy, check, offer, refusal, refusedChip: refused?.chip, signIn }
}
