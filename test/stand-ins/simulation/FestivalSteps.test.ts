import { assert, it } from "@effect/vitest"
import { festivalSteps } from "@wristbank/stand-ins/simulation/FestivalSteps"
import { drinks, meals } from "@wristbank/stand-ins/simulation/Goods"
import {
  type FestivalSize,
  isUnder16,
  presaleCredit,
  spareTags,
  tillsOf
} from "@wristbank/stand-ins/simulation/Premises"
import { dearer, priceAt } from "@wristbank/stand-ins/simulation/PriceChanges"
import { type Press, type Step, type StepContent, stepKinds } from "@wristbank/stand-ins/simulation/Step"
import fc from "fast-check"

const sizes: fc.Arbitrary<FestivalSize> = fc.record({
  guests: fc.integer({ min: 1, max: 120 }),
  days: fc.integer({ min: 1, max: 3 }),
  tills: fc.integer({ min: 5, max: 20 }),
  seed: fc.integer({ min: 0, max: 0xffffffff }),
  presale: fc.boolean(),
  pricesChange: fc.boolean()
})

const holds = (property: (steps: ReadonlyArray<Step>, size: FestivalSize) => void) =>
  fc.assert(fc.property(sizes, (size) => property([...festivalSteps(size)], size)), { numRuns: 40 })

const articleOf = (name: string) => [...drinks, ...meals].find(({ button }) => button === name)!

const priceOf = (presses: ReadonlyArray<Press>, at: number | null) =>
  presses.reduce((sum, { button, quantity }) => {
    const article = articleOf(button)
    return sum + (at === null ? article.price : priceAt(article, at)) * BigInt(quantity)
  }, 0n)

const guestsOf = (step: StepContent): ReadonlyArray<number> =>
  step.kind === "entry" ? step.guests : "guest" in step ? [step.guest] : []

it("the same size gives the same steps, another seed others", () =>
  holds((steps, size) => {
    assert.deepStrictEqual([...festivalSteps(size)], steps)
    assert.notDeepEqual([...festivalSteps({ ...size, seed: size.seed === 0 ? 1 : size.seed - 1 })], steps)
  }))

it("steps are numbered and ordered in time", () =>
  holds((steps) => {
    for (const [n, step] of steps.entries()) {
      assert.strictEqual(step.n, n)
      assert.isAtLeast(step.at, steps[n - 1]?.at ?? 0)
    }
  }))

it("a wristband never has less than nothing or more than allowed, and no drawer less than nothing", () =>
  holds((steps, size) => {
    const tills = tillsOf(size)
    const balances = Array.from({ length: size.guests }, () => 0n)
    const drawers = tills.map(() => 0n)
    const prices = new Map<number, bigint>()
    const change = (guest: number, amount: bigint) => (balances[guest]! += amount)
    for (const step of steps) {
      if (step.kind === "shiftStart") drawers[step.till] = tills[step.till]!.float ?? 0n
      if (step.kind === "shiftEnd") assert.isTrue(drawers[step.till]! + (step.difference ?? 0n) >= 0n)
      if (step.kind === "topUp") {
        change(step.guest, step.amount)
        if (step.paidBy === "cash") drawers[step.till]! += step.amount
      }
      if (step.kind === "entry") {
        for (const guest of step.guests) {
          change(guest, step.presale ? presaleCredit(guest)! : isUnder16(guest) ? 0n : 10_00n)
          if (!step.presale && step.paidBy === "cash") drawers[step.till]! += isUnder16(guest) ? 15_00n : 45_00n
        }
      }
      if (step.kind === "sale") {
        assert.strictEqual(step.price, priceOf(step.presses, size.pricesChange === true ? step.pressedAt : null))
        assert.isTrue(step.pressedAt <= step.at && step.pressedAt > step.at - 60_000)
        prices.set(step.n, step.price)
        change(step.guest, -prices.get(step.n)!)
      }
      if (step.kind === "cancel") change(step.guest, prices.get(step.sale)!)
      if (step.kind === "cupReturn") change(step.guest, 2_00n * BigInt(step.cups))
      if (step.kind === "payOut") {
        assert.strictEqual(balances[step.guest], step.amount)
        change(step.guest, -step.amount)
        drawers[step.till]! -= step.amount
      }
      for (const guest of guestsOf(step)) {
        assert.isTrue(balances[guest]! >= 0n && balances[guest]! <= 150_00n, `${step.kind}: ${balances[guest]}`)
      }
      if ("till" in step) assert.isTrue(drawers[step.till]! >= 0n)
    }
  }))

it("drinks cost less in the early evening and meals late at night, and one meal more from the second noon on", () => {
  const at = (name: string, day: number, time: string) => {
    const [hours, minutes] = time.split(":").map(Number)
    return Number(priceAt(articleOf(name), ((day * 24 + hours!) * 60 + minutes!) * 60_000)) / 100
  }
  const times = ["17:59", "18:00", "19:59", "20:00"]
  // With the deposit of 2.00.
  assert.deepStrictEqual(times.map((time) => at("Beer", 1, time)), [6.5, 5.5, 5.5, 6.5])
  assert.deepStrictEqual(["21:59", "22:00", "23:59"].map((time) => at("Coffee", 0, time)), [3, 2.4, 2.4])
  assert.deepStrictEqual(["11:59", "12:00", "22:30"].map((time) => at(dearer.button, 1, time)), [9, 9.5, 7.6])
})

it("everyone comes once, before anything else, and gets a spare wristband that no one else got", () =>
  holds((steps, size) => {
    const inside = new Set<number>()
    const spares = new Set<number>()
    for (const step of steps) {
      for (const guest of guestsOf(step)) {
        assert.strictEqual(inside.has(guest), step.kind !== "entry", `${step.kind} of ${guest}`)
      }
      if (step.kind === "entry") { for (const guest of step.guests) inside.add(guest) }
      if (step.kind !== "lostTag") continue
      assert.isFalse(spares.has(step.spare))
      assert.isBelow(step.spare, spareTags(size))
      spares.add(step.spare)
    }
    assert.strictEqual(inside.size, size.guests)
  }))

it("tills work only during shifts of their own cashiers", () =>
  holds((steps, size) => {
    const tills = tillsOf(size)
    const working = new Map<number, number>()
    const cashiers = new Map<number, number>()
    for (const step of steps) {
      if (!("till" in step)) continue
      if (step.kind === "shiftStart") {
        assert.isFalse(working.has(step.till))
        assert.strictEqual(cashiers.get(step.cashier) ?? step.till, step.till)
        cashiers.set(step.cashier, step.till)
        working.set(step.till, step.cashier)
      } else if (step.kind === "shiftEnd") {
        assert.strictEqual(working.get(step.till), step.cashier)
        assert.strictEqual(step.difference === null, tills[step.till]?.float === null)
        working.delete(step.till)
      } else assert.isTrue(working.has(step.till))
    }
    assert.strictEqual(working.size, 0)
  }))

it("a festival of some size has steps of every kind, and at most sales in the evening", () => {
  const size = { guests: 1_000, days: 2, tills: 20, seed: 7, presale: true, signing: true }
  const counted = new Map(stepKinds.map((kind) => [kind, 0]))
  const hours = new Map<number, number>()
  for (const { at, kind } of festivalSteps(size)) {
    counted.set(kind, counted.get(kind)! + 1)
    const hour = Math.floor(at / 3_600_000) % 24
    if (kind === "sale") hours.set(hour, (hours.get(hour) ?? 0) + 1)
  }
  for (const [kind, count] of counted) assert.isAbove(count, 0, kind)
  assert.isAbove(hours.get(21)!, 2 * hours.get(12)!)
})

it("of a hundred shifts some thirty have a few coins too many or too few", () => {
  const steps = [...festivalSteps({ guests: 300, days: 14, tills: 20, seed: 7, presale: true })]
  const differences = steps.flatMap((step) =>
    step.kind === "shiftEnd" && step.difference !== null ? [step.difference] : []
  )
  const wrong = differences.filter((difference) => difference !== 0n)
  assert.isAbove(differences.length, 100)
  assert.closeTo(wrong.length / differences.length, 0.3, 0.1)
  assert.isTrue(wrong.some((difference) => difference > 0n) && wrong.some((difference) => difference < 0n))
  assert.isTrue(wrong.every((difference) => difference >= -6_00n && difference <= 6_00n && difference % 50n === 0n))
})

it("a size without a day, a guest or a till of each kind is refused", () => {
  for (const wrong of [{ days: 0 }, { guests: 0 }, { tills: 4 }]) {
    assert.throws(
      () => [...festivalSteps({ guests: 10, days: 1, tills: 5, seed: 1, presale: true, ...wrong })],
      RangeError
    )
  }
})
