import { isOfEvent, Privilege } from "@wristbank/core/organisation/Privilege"
import { Effect } from "effect"
import { administrator } from "../../support/administration.ts"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { colleague, newcomer } from "../../support/FestivalClerk.ts"
import { type Body, caller, created, done } from "../../support/FestivalServer.ts"

const ofNodes = Privilege.literals.filter((privilege) => !isOfEvent(privilege))

/**
 * The administrator, and users with a token but without rights at the festival's event, each with the node they call from.
 */
export const intruders = Effect.gen(function*() {
  const { address, admin, bar, event, guest } = yield* Festival
  const visitor = yield* guest()
  const part = yield* created(
    admin("POST", `/tree/nodes/${event}/create-node`, { name: "Part of the festival", description: "" })
  )
  const elsewhere = yield* created(
    admin("POST", "/tree/nodes/0/create-event", { ...eventSettings, name: "Elsewhere", description: "" })
  )
  const { login, password } = administrator
  const signedIn = done(
    yield* caller(`${address}/administration`, null)("POST", "/auth/login", {
      username: login,
      password,
      node_id: null
    })
  )
  return {
    administrator: String((signedIn.body.success as Body).token),
    /** Has every privilege at another event. */
    stranger: { token: (yield* colleague(elsewhere, elsewhere, Privilege.literals)).token, node: elsewhere },
    /** Lives at the event and has no role anywhere. */
    roleless: { token: (yield* newcomer(event)).token, node: event },
    /** Works at the event and has no rights in the office. */
    idle: { token: (yield* colleague(event, event, ["terminal_login"])).token, node: event },
    /** Has every privilege that counts at its node alone, at a node below the event, and none above. */
    below: { token: (yield* colleague(event, part, ofNodes)).token, node: part },
    /** Texts that show data of the event: chips, products, and the objects of the calls. */
    marks: [String(visitor.uid), String(bar.cashier.uid), "\"Beer\"", "Harbour"]
  }
})
