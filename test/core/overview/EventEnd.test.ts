import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import {
  type EndFacts,
  type EndStepName,
  endSteps,
  isReadyToArchive,
  nextStop,
  stopName
} from "@wristbank/core/overview/EventEnd"
import { Unclaimed, Use, UseKind } from "@wristbank/core/till/NodeArchive"
import { Schema } from "effect"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 }))

const Facts = Schema.Struct({
  uses: Schema.Array(Use),
  accounts: Count,
  unverifiedPayments: Count,
  unsentMails: Count,
  openClosings: Count,
  notExported: Count,
  isArchived: Schema.Boolean
})

/** The kinds of work and money for which archiving is refused. */
const refusing = UseKind.literals.slice(0, UseKind.literals.indexOf("nodes"))

const factsOf = ({ accounts, uses, ...drawn }: typeof Facts.Type): EndFacts => ({
  ...drawn,
  uses: uses.filter(({ kind }, at) => refusing.includes(kind) && uses.findIndex((other) => other.kind === kind) === at),
  unclaimed: new Unclaimed({
    unclaimed_accounts: accounts,
    unclaimed_balance: Money.Cents.make(BigInt(accounts * 100))
  })
})

it.prop(
  "an event is ready to be archived when it is not yet, and nothing is there for which that is refused",
  [Facts],
  ([drawn]) => {
    const facts = factsOf(drawn)
    const stops = facts.uses.filter(({ kind }) => kind !== "signed_in_terminals")
    assert.strictEqual(isReadyToArchive(endSteps(facts)), stops.length === 0 && !facts.isArchived)
  }
)

it.prop("all is done only when nothing at all is left", [Facts], ([drawn]) => {
  const facts = factsOf(drawn)
  const { isArchived, notExported, openClosings, unclaimed, unsentMails, unverifiedPayments, uses } = facts
  const left = uses.length + unverifiedPayments + unsentMails + openClosings + notExported +
    unclaimed.unclaimed_accounts
  assert.strictEqual(endSteps(facts).every(({ state }) => state === "done"), left === 0 && isArchived)
})

it("names the money of guests, and no amount when none is left", () => {
  const drawn = { uses: [], unverifiedPayments: 0, unsentMails: 0, openClosings: 0, notExported: 0, isArchived: false }
  const unclaimedIn = (accounts: number) =>
    endSteps(factsOf({ ...drawn, accounts })).find(({ step }) => step === "unclaimed")
  assert.deepInclude(unclaimedIn(2), { state: "advised", count: 2, amount: Money.Cents.make(200n) })
  assert.deepInclude(unclaimedIn(0), { state: "done", count: 0, amount: null })
})

it.prop(
  "passing over each stop leads by all that is left, in their order, and by the books last",
  [Facts],
  ([drawn]) => {
    const steps = endSteps(factsOf(drawn))
    const passed = new Set<EndStepName | "books">()
    for (let stop = nextStop(steps, passed); stop !== null; stop = nextStop(steps, passed)) {
      assert.isFalse(passed.has(stopName(stop)))
      passed.add(stopName(stop))
    }
    const left = steps.filter(({ state, step }) => state !== "done" && step !== "archive").map(({ step }) => step)
    assert.deepStrictEqual([...passed], [...left, "books"])
  }
)
