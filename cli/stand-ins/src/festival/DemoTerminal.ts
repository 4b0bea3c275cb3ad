import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { SignIns } from "@wristbank/core/till/SignIns"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Terminals } from "@wristbank/core/till/Terminals"
import { Tills } from "@wristbank/core/till/Tills"
import { Effect } from "effect"

const named = Effect.fnUntraced(function*(caller: AtEvent, name: string) {
  const place = placeOf(caller)
  const till = (yield* (yield* Tills).list(place)).find((one) => one.name === name)
  const terminal = (yield* (yield* Terminals).list(place)).find((one) => one.name === name)
  if (till === undefined || terminal === undefined) return yield* Effect.die(new Error(`There is no till ${name}`))
  return { till, terminal }
})

/** Ends the session of a till's terminal, if any. The terminal stays at its till and waits for registration with a new code. */
export const closeTill = Effect.fnUntraced(function*(caller: AtEvent, name: string) {
  const terminals = yield* Terminals
  const { terminal, till } = yield* named(caller, name)
  yield* terminals.logout(caller, terminal.id)
  yield* terminals.switchTill(caller, terminal.id, till.id)
  return (yield* terminals.find(placeOf(caller), terminal.id)).registration_uuid
})

/** Registers the terminal of a till, and signs people in there: the last works there, those before let them in. */
export const openTill = Effect.fnUntraced(
  function*(caller: AtEvent, name: string, people: ReadonlyArray<{ readonly uid: bigint }>) {
    const code = yield* closeTill(caller, name)
    if (code === null) return yield* Effect.die(new Error("The terminal has no registration code"))
    const { token } = yield* (yield* Terminals).register(code)
    const terminal = yield* (yield* TerminalGuard).signedIn(token, "this machine")
    const signIns = yield* SignIns
    for (const { uid } of people) {
      const { roles } = yield* signIns.checkLogin(terminal, uid)
      for (const { id } of roles) yield* signIns.login(terminal, uid, id)
    }
    return terminal
  }
)
