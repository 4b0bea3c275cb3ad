import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { everyTable } from "../../support/everyTable.ts"
import { Festival } from "../../support/Festival.ts"
import { inProcess } from "../calls/InProcess.ts"
import { everyOfficeCall, officeCalls } from "../calls/OfficeCalls.ts"
import type { Answered, Sender, ValidCall } from "../calls/ValidCall.ts"
import { intruders } from "./Intruders.ts"

/** Calls between two checks that refused ones changed nothing. */
const batch = 40

/** Calls that need no token. */
const forEverybody = [
  "GET /health",
  "GET /health/ready",
  "GET /public-config",
  "GET /media/blob/{blob_id}",
  "GET /orders/{order_id}/bon",
  "POST /auth/login",
  "POST /auth/web-login",
  // Its address has a token of its own.
  "POST /webhooks/hook"
]

/** Calls that answer or change only the caller's own data. */
const aboutOneself = [
  "DELETE /auth/sessions",
  "GET /auth/second-factor",
  "GET /auth/sessions",
  "GET /auth/web-session",
  "GET /tree/",
  "POST /auth/change-password",
  "POST /auth/logout",
  "POST /auth/second-factor/begin",
  "POST /auth/second-factor/confirm",
  "POST /auth/second-factor/recovery-codes",
  "POST /auth/second-factor/remove"
]

/** Readable for every user with a role at the event, also from the nodes below it. */
const forMembers = [
  "GET /find",
  "GET /now",
  "GET /products",
  "GET /products/{product_id}",
  "GET /tax-rates",
  "GET /tax-rates/{tax_rate_id}",
  "GET /tickets",
  "GET /tickets/{ticket_id}",
  "GET /till-buttons",
  "GET /till-buttons/{button_id}",
  "GET /till-layouts",
  "GET /till-layouts/{layout_id}",
  "GET /till-profiles",
  "GET /till-profiles/{profile_id}",
  "GET /till-register-stockings",
  "GET /till-registers",
  "GET /till-registers/{register_id}",
  "GET /tills",
  "GET /tills/{till_id}",
  "GET /tree/events/{node_id}/event-design",
  "GET /user-roles",
  "GET /user-tag-variants",
  "GET /user-tag-variants/{user_tag_variant_id}",
  "GET /user-to-roles",
  "GET /users"
]

/** Readable for administrators of a node below the event as well: the event's users and devices. */
const forParts = [
  "GET /cashiers",
  "GET /cashiers/{cashier_id}",
  "GET /cashiers/{cashier_id}/shift-stats",
  "GET /cashiers/{cashier_id}/shifts",
  "GET /cashiers/{cashier_id}/shifts/{shift_id}/protocol",
  "GET /cashiers/{cashier_id}/shifts/{shift_id}/protocol/pdf",
  "GET /terminal",
  "GET /terminal/{terminal_id}",
  "GET /users/{user_id}"
]

/** What a call may reach. */
interface Reach {
  readonly name: string
  readonly reads: boolean
  /** Its path names objects. */
  readonly byPath: boolean
  /** Its body or query names objects of the event. */
  readonly mentions: boolean
}

const reachOf = (name: string, { body, path }: ValidCall): Reach => ({
  name,
  reads: name.startsWith("GET ") || name.includes("/find-"),
  byPath: path !== undefined || name === "POST /till-registers/transfer-register",
  mentions: path !== undefined || /_ids?":\[?\d/.test(JSON.stringify(body ?? null))
})

const refused = ({ status }: Answered) => status === 400 || status === 403 || status === 404
const denied = ({ status }: Answered) => status === 403 || status === 404

layer(Festival.layer, { excludeTestServices: true })(
  "every call of the administration API",
  (it) => {
    it.effect("has a valid example", () =>
      Effect.gen(function*() {
        assert.sameMembers(Object.keys(yield* officeCalls), [...everyOfficeCall.keys()])
      }))

    it.effect(
      "keeps out who has no business with the event, and succeeds for the administrator",
      () =>
        Effect.gen(function*() {
          const { event } = yield* Festival
          const send = yield* inProcess
          const { administrator, below, idle, marks, roleless, stranger } = yield* intruders
          const reveals = ({ text }: Answered) => marks.some((mark) => text.includes(mark))
          const showsNothing = (answer: Answered) => refused(answer) || (answer.status === 200 && !reveals(answer))
          const attempts = ({ byPath, mentions, name, reads }: Reach) => {
            const forMember = forMembers.includes(name)
            return [
              { who: "nobody", token: null, node: event, passes: ({ status }: Answered) => status === 401 },
              ...(aboutOneself.includes(name) ? [] : [
                { who: "a stranger", ...stranger, node: event, passes: denied },
                { who: "somebody without a role", ...roleless, passes: denied },
                ...(mentions || reads
                  ? [{ who: "a stranger at home", ...stranger, passes: reads ? showsNothing : refused }]
                  : []),
                ...(forMember ? [] : [
                  { who: "somebody without the privilege", ...idle, passes: denied },
                  { who: "an administrator of a part", ...below, node: event, passes: denied }
                ]),
                ...(byPath || reads) && !forMember && !forParts.includes(name)
                  ? [{ who: "an administrator of a part, there", ...below, passes: reads ? showsNothing : refused }]
                  : []
              ])
            ]
          }
          const calls = yield* officeCalls
          const wrong: Array<string> = []
          const names = [...everyOfficeCall.keys()]
          const example = (name: string) =>
            Effect.map(calls[name]!, (call) => {
              const described = everyOfficeCall.get(name)!
              return { name, call, ask: (sender: Sender) => send("administration", described, call, sender) }
            })
          for (let first = 0; first < names.length; first += batch) {
            const group = names.slice(first, first + batch)
            const examples = yield* Effect.forEach(group, example)
            const before = yield* everyTable
            for (const { ask, call, name } of examples) {
              if (forEverybody.includes(name)) continue
              for (const { node, passes, token, who } of attempts(reachOf(name, call))) {
                const answer = yield* ask({ token, node: token === null ? event : call.node ?? node })
                if (!passes(answer)) wrong.push(`${name} lets ${who} in: ${answer.status} ${answer.text.slice(0, 200)}`)
              }
            }
            const after = yield* everyTable
            const changed = Object.keys(after).filter((table) => after[table] !== before[table])
            if (changed.length > 0) wrong.push(`refused calls of ${group.join(", ")} changed ${changed.join(", ")}`)
            for (const name of group) {
              // The examples of the others may have changed settings that the first one of this call needs.
              const { ask, call } = yield* example(name)
              const answer = yield* ask({ token: call.token ?? administrator, node: call.node ?? event })
              if (answer.status >= 300) {
                wrong.push(`${name} is no valid example: ${answer.status} ${answer.text.slice(0, 200)}`)
              }
            }
          }
          assert.deepStrictEqual(wrong, [])
        })
    )
  }
)
