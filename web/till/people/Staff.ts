import { useEffect, useState } from "react"
import { asJson, type Chip } from "../../kit/Chip.ts"
import type { Refusal } from "../../kit/Refusal.ts"
import { type Answer, call, type TerminalAnswer } from "../calls.ts"
import type { Privilege, Session } from "../Session.ts"

export type StaffMember = TerminalAnswer<"POST /user-info">

/** The privileges any one of which shows other people; everyone is shown themselves. */
const ofViewers: ReadonlyArray<Privilege> = ["node_administration", "user_management", "create_user"]

export const maySeeOthers = (person: Session["person"]): boolean =>
  person?.privileges.some((privilege) => ofViewers.includes(privilege)) === true

/** The person with a staff tag. */
export interface HeldStaff {
  /** `undefined` until the person is found, and if no one is. */
  readonly member: StaffMember | undefined
  readonly refusal: Refusal | undefined
  readonly load: () => void
}

/** Looks up the person with a staff tag; no one for `undefined`. */
export const useStaff = (chip: Chip | undefined): HeldStaff => {
  const [answer, setAnswer] = useState<{ readonly chip: Chip; readonly answer: Answer<StaffMember> }>()
  useEffect(() => {
    if (chip === undefined) return
    let isCurrent = true
    void lookUp(chip).then((answered) => isCurrent && setAnswer(answered))
    return () => {
      isCurrent = false
    }
  }, [chip])
  const current = answer !== undefined && answer.chip === chip ? answer.answer : undefined
  return {
    member: current?.ok === true ? current.answer : undefined,
    refusal: current?.ok === false ? current.refusal : undefined,
    load: () => chip !== undefined && void lookUp(chip).then(setAnswer)
  }
}

const lookUp = async (chip: Chip) => ({
  chip,
  answer: await call("POST /user-info", { body: { user_tag_uid: asJson(chip) } })
})

export const nameOf = ({ display_name, login }: Pick<StaffMember, "display_name" | "login">): string =>
  display_name === "" ? login : display_name
