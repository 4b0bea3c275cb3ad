import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { everyTable } from "../../support/everyTable.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { payoutOffice } from "../../support/FestivalPayouts.ts"
import { audited } from "../../support/FestivalPeople.ts"
import { bankData, FestivalPortal, mailTo } from "../../support/FestivalPortal.ts"
import { type Answer, done } from "../../support/FestivalServer.ts"

const ok = (answer: Answer) => assert.strictEqual(answer.status, 204, answer.text)

const refused = (answer: Answer, rule = "portal.bank_data_invalid") =>
  assert.deepStrictEqual([answer.status, answer.body.rule], [400, rule], answer.text)

/** A guest with 120.00 at the portal. */
const guestAtPortal = Effect.gen(function*() {
  const guest = yield* (yield* Festival).guest({ balance: 120 })
  const portal = yield* (yield* FestivalPortal).signIn(guest)
  const enter = (more: object = {}) => portal("POST", "/customer_info", { ...bankData, ...more })
  const donateAll = portal("POST", "/customer_all_donation")
  const customer = Effect.map(portal("GET", "/customer"), (answer) => done(answer).body)
  return { customer, donateAll, enter, guest, portal }
})

const templatesTo = (address: string) => Effect.map(mailTo(address), (mails) => mails.map(({ template }) => template))

layer(FestivalPortal.layer, { excludeTestServices: true })("bank data in the portal", (it) => {
  it.effect("is kept as banks write it, and its guest hears of it once", () =>
    Effect.gen(function*() {
      const { customer, enter } = yield* guestAtPortal
      const email = "once@example.org"
      ok(yield* enter({ iban: "IBAN de89 3704\u200b0044 0532-0130 00", email, donation: 20 }))
      assert.deepInclude(yield* customer, {
        iban: "DE89370400440532013000",
        account_name: "Der Tester",
        email,
        donation: 20,
        donate_all: false,
        has_entered_info: true,
        balance: 120
      })
      ok(yield* enter({ email, donation: 20.009 }))
      assert.deepInclude(yield* customer, { donation: 20 })
      assert.deepStrictEqual(yield* templatesTo(email), ["payout_registered"])
    }))

  it.effect("is refused with what is wrong, and nothing changes", () =>
    Effect.gen(function*() {
      const { configure } = yield* FestivalPortal
      const { donateAll, enter, portal } = yield* guestAtPortal
      const before = yield* everyTable
      const wrong = [
        [{ iban: "DE89370400440532013001" }, "portal.iban_invalid"],
        [{ iban: "VG67BGXY9228788158369211" }, "portal.country_not_allowed"],
        [{ donation: -1 }, "portal.donation_out_of_range"],
        [{ donation: 120.01 }, "portal.donation_out_of_range"],
        [{ email: "test@test" }, "portal.email_invalid"],
        [{ account_name: "" }, "portal.account_name_missing"],
        [{ account_name: "x".repeat(71) }, "portal.account_name_too_long"],
        [{ account_name: "\u2603" }, "portal.account_name_unwritable"]
      ] as const
      for (const [changed, rule] of wrong) {
        const answer = yield* enter(changed)
        refused(answer)
        const fields = Object.keys(changed)
        assert.deepStrictEqual(answer.body.problems, [{ rule, fields, message: answer.body.message }])
      }
      for (const donation of ["null", "\"NaN\"", "NaN", "1e999", "Infinity"]) {
        const answer = yield* portal("POST", "/customer_info", JSON.stringify(bankData).replace(":0}", `:${donation}}`))
        assert.strictEqual(answer.status, 422, donation)
      }
      assert.deepStrictEqual(yield* everyTable, before)
      yield* configure({ sepa_enabled: false })
      const off = yield* enter()
      refused(off)
      const reason = { rule: "portal.payouts_off", fields: [], message: off.body.message }
      assert.deepStrictEqual(off.body.problems, [reason])
      refused(yield* donateAll, "portal.payouts_off")
      yield* configure({})
      ok(yield* enter({ donation: 120 }))
    }))

  it.effect("gives way to giving everything, with the moment of consent, and comes back", () =>
    Effect.gen(function*() {
      const { customer, donateAll, enter, guest } = yield* guestAtPortal
      const sql = yield* SqlClient.SqlClient
      const agreed = Effect.map(
        sql<{ agreed: boolean; seconds: number | null }>`select donate_all_agreed_at is not null as agreed,
          extract(epoch from now() - donate_all_agreed_at)::float8 as seconds
          from customer where account_id = ${guest.accountId}`,
        ([row]) => row!
      )
      const email = "giver@example.org"
      ok(yield* enter({ email, donation: 20 }))
      assert.isFalse((yield* agreed).agreed)
      ok(yield* donateAll)
      assert.deepInclude(yield* customer, {
        donate_all: true,
        donation: null,
        has_entered_info: true,
        iban: "DE89370400440532013000"
      })
      const { agreed: isKept, seconds } = yield* agreed
      assert.isTrue(isKept)
      assert.isAtLeast(Number(seconds), 0)
      assert.deepStrictEqual(yield* templatesTo(email), ["payout_registered"])
      ok(yield* enter({ email, donation: 0 }))
      assert.deepInclude(yield* customer, { donate_all: false, donation: 0 })
      assert.isFalse((yield* agreed).agreed)
    }))

  it.effect("is not changed behind a guest's back: word goes to the old address as well", () =>
    Effect.gen(function*() {
      const { enter } = yield* guestAtPortal
      const [mine, theirs] = ["mine@example.org", "thief@example.org"]
      ok(yield* enter({ email: mine }))
      ok(yield* enter({ email: mine, iban: "DE02120300000000202051" }))
      assert.deepStrictEqual(yield* templatesTo(mine), ["payout_registered", "bank_data_changed", "payout_registered"])
      ok(yield* enter({ email: theirs, iban: "DE02120300000000202051" }))
      assert.strictEqual((yield* templatesTo(mine)).length, 4)
      assert.deepStrictEqual(yield* templatesTo(theirs), ["payout_registered"])
      const [notice] = (yield* mailTo(mine)).slice(-1)
      assert.strictEqual(notice?.template, "bank_data_changed")
      assert.notInclude(notice?.body ?? "", theirs)
    }))

  it.effect("writes to the buyer of the ticket when another address is given, and to no one when it is the same", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const bought = (email: string) =>
        Effect.gen(function*() {
          const { enter, guest } = yield* guestAtPortal
          yield* sql`update customer set email = ${email} where account_id = ${guest.accountId}`
          return enter
        })
      const [buyer, finder, same] = ["buyer@example.org", "finder@example.org", "same@example.org"]
      ok(yield* (yield* bought(buyer))({ email: finder }))
      assert.deepStrictEqual(yield* templatesTo(buyer), ["bank_data_changed"])
      assert.deepStrictEqual(yield* templatesTo(finder), ["payout_registered"])
      ok(yield* (yield* bought(same))({ email: same }))
      assert.deepStrictEqual(yield* templatesTo(same), ["payout_registered"])
    }))

  it.effect("needs no mail", () =>
    Effect.gen(function*() {
      const { configure } = yield* FestivalPortal
      const { enter } = yield* guestAtPortal
      yield* configure({ email_enabled: false })
      ok(yield* enter({ email: "silent@example.org" }))
      yield* configure({})
      assert.deepStrictEqual(yield* mailTo("silent@example.org"), [])
    }))

  it.effect("stays while a payout run has the money, and is entered anew after it", () =>
    Effect.gen(function*() {
      const { bar, press } = yield* Festival
      const runs = yield* payoutOffice
      yield* (yield* FestivalPortal).configure({})
      const { customer, donateAll, enter, guest } = yield* guestAtPortal
      ok(yield* enter())
      const taken = yield* runs.created()
      const before = yield* customer
      refused(yield* enter({ account_name: "Somebody Else" }), "portal.payout_under_way")
      refused(yield* donateAll, "portal.payout_under_way")
      assert.deepStrictEqual(yield* customer, before)
      done(yield* taken.revoke)
      ok(yield* enter({ account_name: "Somebody Else" }))
      const paid = yield* runs.created()
      assert.strictEqual(
        (yield* bar.post("/order/book-sale", sale([press("beerOnly")], guest))).body.id,
        "NotEnoughFunds"
      )
      done(yield* paid.done)
      ok(yield* enter({ account_name: "Der Tester" }))
      assert.deepInclude(yield* customer, { account_name: "Der Tester", balance: 0 })
    }))

  it.effect("is shortened in the audit log so that no one can use it, and never changes without an entry", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const { customer, enter, guest } = yield* guestAtPortal
      const sql = yield* SqlClient.SqlClient
      ok(yield* enter({ email: "told@example.org", donation: 1.5 }))
      const [entry] = yield* audited(event, 1)
      assert.deepInclude(entry, {
        log_type: "customer_bank_data_changed",
        node_id: event,
        originating_user_id: null,
        originating_terminal_id: null,
        content: {
          by: "guest",
          customer_id: guest.accountId,
          old: { has_entered_info: false, donate_all: false, iban: null, email: null, donation: 0 },
          new: {
            has_entered_info: true,
            donate_all: false,
            iban: "DE…3000",
            email: "t…@example.org",
            donation: 1.5
          }
        }
      })
      const before = yield* customer
      yield* sql`create trigger untold before insert on audit_log for each row execute function refuse_change()`
      const answer = yield* enter({ email: "untold@example.org" })
      yield* sql`drop trigger untold on audit_log`
      assert.strictEqual(answer.status, 500)
      assert.deepStrictEqual(yield* customer, before)
      assert.deepStrictEqual(yield* mailTo("untold@example.org"), [])
    }))

  it.effect("is entered ten times in a while, which keeps mail from strangers", () =>
    Effect.gen(function*() {
      const { customer, enter } = yield* guestAtPortal
      for (let n = 0; n < 10; n++) ok(yield* enter({ email: `stranger${n}@example.org` }))
      const before = yield* customer
      const answer = yield* enter({ email: "stranger10@example.org" })
      assert.deepStrictEqual([answer.status, answer.body.id], [429, "TooManyAttempts"])
      assert.deepStrictEqual(yield* customer, before)
      assert.deepStrictEqual(yield* mailTo("stranger10@example.org"), [])
      ok(yield* (yield* guestAtPortal).enter())
    }))

  it.effect("is whole when it is entered twice at once", () =>
    Effect.gen(function*() {
      const { customer, enter } = yield* guestAtPortal
      const people = Array.from({ length: 6 }, (_, n) => ({
        account_name: `Guest ${n}`,
        email: `guest${n}@example.org`,
        donation: n
      }))
      for (const answer of yield* Effect.forEach(people, enter, { concurrency: 6 })) ok(answer)
      const { account_name, donation, email } = yield* customer
      assert.deepInclude(people, { account_name, email, donation })
    }))
})
