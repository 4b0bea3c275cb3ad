import { assert, layer } from "@effect/vitest"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { callRows } from "@wristbank/docs/privileges"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import type { CallNeeds } from "@wristbank/http/api/Needs"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Effect } from "effect"
import { Festival } from "../../support/Festival.ts"
import { colleague } from "../../support/FestivalClerk.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { type Answer, done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"
import { base, inProcess, requestsInProcess } from "../calls/InProcess.ts"
import { everyOfficeCall, officeCalls } from "../calls/OfficeCalls.ts"
import { everyTerminalCall } from "../calls/TerminalCalls.ts"
import { Raw } from "../hostile/HostileJson.ts"
import { type Known, wellFormed } from "../hostile/Requests.ts"

/** These sign in a user who may not, or show a colleague. Their own rules decide, after that of the privilege. */
const ownRules = ["POST /user/check-login", "POST /user/login", "POST /user/logout", "POST /auth/logout_terminal"]

const suffices = (needs: CallNeeds, privilege: Privilege) => typeof needs === "string" || needs.includes(privilege)

/** Whether the answer reports a missing privilege, rather than another rule. */
const lacksPrivilege = ({ status, text }: Pick<Answer, "status" | "text">) =>
  status === 403 && /"message":"You (need the privilege \S+( or \S+)* here|have no rights here)/.test(text)

/** The fault of an answer to a user who has only these privileges; null when it is right. */
const judge = (
  call: string,
  needs: CallNeeds,
  privileges: ReadonlyArray<Privilege>,
  answer: Pick<Answer, "status" | "text">
) => {
  if (answer.text.includes("\"id\":\"InvalidRequest\"") || answer.status >= 500 || answer.status === 401) {
    return `${call}: ${answer.status} ${answer.text}`
  }
  const isAllowed = privileges.some((privilege) => suffices(needs, privilege))
  return lacksPrivilege(answer) === isAllowed
    ? `${call} ${isAllowed ? "refuses" : "allows"} ${privileges.join()}: ${answer.status} ${answer.text}`
    : null
}

layer(Festival.layer, { excludeTestServices: true })("each privilege alone", (it) => {
  it.effect(
    "opens in the office the calls that name it; all others together do not open them",
    () =>
      Effect.gen(function*() {
        const { event } = yield* Festival
        const send = yield* inProcess
        const people = new Map<string, string>()
        const tokenOf = Effect.fnUntraced(function*(privileges: ReadonlyArray<Privilege>) {
          const key = privileges.join()
          const token = people.get(key) ?? (yield* colleague(0, 0, privileges)).token
          people.set(key, token)
          return token
        })
        const calls = yield* officeCalls
        const wrong: Array<string | null> = []
        for (const { call, needs } of callRows(AdministrationApi)) {
          const valid = yield* calls[call]!
          if (typeof needs === "string" && needs !== "presence") continue
          const others = Privilege.literals.filter((privilege) => !suffices(needs, privilege))
          const sufficient = typeof needs === "string" ? Privilege.literals.slice(0, 1) : needs
          // Callers with the privilege come last, as the call may use its objects up.
          for (const privileges of [...others.length > 0 ? [others] : [], ...sufficient.map((one) => [one])]) {
            const sender = { token: yield* tokenOf(privileges), node: valid.node ?? event }
            const answer = yield* send("administration", everyOfficeCall.get(call)!, valid, sender)
            wrong.push(judge(call, needs, privileges, answer))
          }
        }
        assert.deepStrictEqual(wrong.filter((line) => line !== null), [])
      })
  )

  it.effect(
    "opens at a terminal the calls that name it, and no others",
    () =>
      Effect.gen(function*() {
        const { guest, tills } = yield* Festival
        const send = yield* requestsInProcess
        const buyer = yield* guest()
        const known: Known = {
          customer_tag_uid: new Raw(String(buyer.uid)),
          hide_assigned: new Raw("true"),
          from_time: null,
          to_time: null,
          request_id: null,
          payment_method: "sumup",
          top_up_amount: 1,
          restriction: null,
          role_ids: new Raw("[]")
        }
        const till = yield* tills.open({ float: 20 })
        const headers = { "content-type": "application/json", authorization: `Bearer ${till.token}` }
        const wrong: Array<string | null> = []
        for (const privilege of Privilege.literals) {
          yield* till.post("/user/logout")
          const person = yield* worker([
            privilege === "supervised_terminal_login" ? privilege : "terminal_login",
            privilege
          ])
          if (privilege === "supervised_terminal_login") done(yield* till.post("/user/login", login(till.cashier)))
          done(yield* till.post("/user/login", login(person)))
          for (const { call, needs } of callRows(TerminalApi)) {
            if (needs === "nothing" || ownRules.includes(call)) continue
            const amount = call.includes("payout") ? -1 : 2
            const { body, method, path } = wellFormed(everyTerminalCall.get(call)!, { ...known, amount })
            const sent = body === undefined ? {} : { body: Uint8Array.from(body) }
            const answer = yield* send(new Request(`${base}/terminal${path}`, { method, headers, ...sent }))
            wrong.push(judge(call, needs, [privilege], answer))
          }
        }
        assert.deepStrictEqual(wrong.filter((line) => line !== null), [])
      })
  )
})
