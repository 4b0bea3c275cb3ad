import { assert, it } from "@effect/vitest"
import { mayTransferAtTerminal } from "@wristbank/core/cash/RegisterTransfer"
import { Result } from "effect"
import fc from "fast-check"

const person = fc.constantFrom(1n, 2n, 3n)
const till = fc.constantFrom(11n, 12n)

it("a register is handed on by its cashier, by who carries cash, or taken over from who works at no other till", () =>
  fc.assert(
    fc.property(person, person, person, till, fc.subarray([11n, 12n]), fc.boolean(), (
      caller,
      source,
      target,
      tillId,
      at,
      carries
    ) => {
      const outcome = mayTransferAtTerminal(
        { source: { id: source, cash_register_id: 5n }, target: { id: target, cash_register_id: null } },
        {
          userId: caller,
          tillId,
          privileges: new Set(carries ? ["can_book_orders", "cash_transport"] : ["can_book_orders"]),
          sourceTills: at.map((id) => ({ id, name: `Till ${id}` }))
        }
      )
      const worksElsewhere = at.some((id) => id !== tillId)
      const may = carries || caller === source || (caller === target && !worksElsewhere)
      assert.strictEqual(Result.isSuccess(outcome), may)
      const rule = Result.isFailure(outcome) ? outcome.failure.rule : undefined
      if (!may) assert.strictEqual(rule, caller === target ? "cash.transfer_in_use" : "cash.transfer_not_own")
    })
  ))
