import { Effect } from "effect"
import { Festival } from "../../support/Festival.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"
import { callsOfNoun, newName } from "./OfficeCatalogueCalls.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

/** Tills and terminals. */
const tills = Effect.gen(function*() {
  const { office, tills: equipment } = yield* Festival
  const active_profile_id = yield* equipment.profile({})
  const till = Effect.suspend(() => created(office("POST", "/tills", { name: newName(), active_profile_id })))
  const terminal = Effect.suspend(() => created(office("POST", "/terminal", { name: newName() })))
  const open = equipment.open()
  const calls: ValidCalls = {
    ...(yield* callsOfNoun({
      path: "/tills",
      id: "till_id",
      logType: "till",
      body: () => ({ name: newName(), active_profile_id })
    })),
    ...(yield* callsOfNoun({
      path: "/terminal",
      id: "terminal_id",
      logType: "terminal",
      body: () => ({ name: newName() })
    })),
    "POST /tills/{till_id}/remove-from-terminal": about(open, ({ id }) => ({
      path: { till_id: id },
      audit: "till_to_terminal_changed"
    })),
    "POST /tills/{till_id}/switch-terminal": about(Effect.all([till, terminal]), ([till_id, new_terminal_id]) => ({
      path: { till_id },
      body: { new_terminal_id },
      audit: "till_to_terminal_changed"
    })),
    "POST /terminal/{terminal_id}/switch-till": about(Effect.all([terminal, till]), ([terminal_id, new_till_id]) => ({
      path: { terminal_id },
      body: { new_till_id },
      audit: "terminal_to_till_changed"
    })),
    "POST /terminal/{terminal_id}/logout": about(open, ({ terminalId }) => ({
      path: { terminal_id: terminalId },
      audit: "terminal_logged_out"
    })),
    "POST /terminal/{terminal_id}/new-code": about(open, ({ terminalId }) => ({
      path: { terminal_id: terminalId },
      audit: "terminal_logged_out"
    })),
    "POST /terminal/{terminal_id}/force-logout-user": about(open, ({ terminalId }) => ({
      path: { terminal_id: terminalId },
      audit: "terminal_user_logged_out"
    }))
  }
  return calls
})

/** Cash registers, their float and holders. */
const registers = Effect.gen(function*() {
  const { bar, office, tills: equipment } = yield* Festival
  const registerNoun = yield* callsOfNoun({
    path: "/till-registers",
    id: "register_id",
    logType: "cash_register",
    body: () => ({ name: newName() })
  })
  const { "GET /till-register-stockings/{stocking_id}": _, ...stockingNoun } = yield* callsOfNoun({
    path: "/till-register-stockings",
    id: "stocking_id",
    logType: "cash_register_stocking",
    body: () => ({ name: newName(), variable_in_euro: 20 })
  })
  const ofBar = always({ path: { register_id: bar.registerId } })
  const byBar = always({ path: { cashier_id: bar.cashier.id } })
  const closedShift = Effect.gen(function*() {
    const { cashier, post } = yield* equipment.open({ float: 10 })
    done(yield* post("/user/login", login(yield* equipment.colleague())))
    const body = { comment: "Harbour", actual_cash_drawer_balance: 10, closing_out_user_id: bar.cashier.id }
    const { shift_id } = done(yield* office("POST", `/cashiers/${cashier.id}/close-out`, body)).body
    return { cashier_id: cashier.id, shift_id }
  })
  const calls: ValidCalls = {
    ...registerNoun,
    ...stockingNoun,
    "POST /till-registers/transfer-register": about(
      Effect.all([equipment.open({ float: 10 }), equipment.colleague()]),
      ([{ cashier }, colleague]) => ({
        body: { source_cashier_id: cashier.id, target_cashier_id: colleague.id },
        audit: "cash_register_transferred"
      })
    ),
    "GET /till-registers/{register_id}/cashier-shifts": ofBar,
    "GET /till-registers/{register_id}/transactions": ofBar,
    "GET /cashiers": always(),
    "GET /cashiers/{cashier_id}": byBar,
    "GET /cashiers/{cashier_id}/shifts": byBar,
    "GET /cashiers/{cashier_id}/shift-stats": byBar,
    "GET /cashiers/{cashier_id}/shifts/{shift_id}/protocol": about(closedShift, (path) => ({ path })),
    "GET /cashiers/{cashier_id}/shifts/{shift_id}/protocol/pdf": about(closedShift, (path) => ({ path })),
    "POST /cashiers/{cashier_id}/close-out": about(
      Effect.gen(function*() {
        const { cashier, post } = yield* equipment.open({ float: 10 })
        done(yield* post("/user/login", login(yield* equipment.colleague())))
        return cashier.id
      }),
      (cashier_id) => ({
        path: { cashier_id },
        body: { comment: "Harbour", actual_cash_drawer_balance: 10, closing_out_user_id: bar.cashier.id },
        audit: "cashier_closed_out"
      })
    )
  }
  return calls
})

export const tillCalls = Effect.map(Effect.all([tills, registers]), ([first, second]) => ({ ...first, ...second }))
