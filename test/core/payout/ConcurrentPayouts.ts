import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { noAttempts } from "../../support/attempts.ts"
import { Festival, type Guest, sale, topUp } from "../../support/Festival.ts"
import { payoutOffice, tomorrow } from "../../support/FestivalPayouts.ts"
import { bankData, FestivalPortal } from "../../support/FestivalPortal.ts"
import type { Answer, Call } from "../../support/FestivalServer.ts"

/**
 * A step of an operator, a cashier or a guest. Guests are numbers, runs count back from the newest, amounts are in cents.
 */
export type Step =
  | { readonly kind: "create"; readonly sum: number; readonly count: number }
  | { readonly kind: "export"; readonly back: number; readonly file: "csv" | "sepa"; readonly part: number }
  | { readonly kind: "settings"; readonly perFile: number; readonly sender: string }
  | { readonly kind: "done"; readonly back: number }
  | { readonly kind: "revoke"; readonly back: number; readonly force: boolean }
  | { readonly kind: "return"; readonly guest: number; readonly from: ReadonlyArray<string> }
  | { readonly kind: "spend"; readonly guest: number }
  | { readonly kind: "top up"; readonly guest: number; readonly cents: number }
  | { readonly kind: "bank data"; readonly guest: number; readonly donation: number }
  | { readonly kind: "donate all" | "prevent" | "allow"; readonly guest: number }

export const everyKind: ReadonlyArray<Step["kind"]> = [
  ...["create", "export", "done", "revoke", "return", "spend", "top up", "settings"] as const,
  ...["bank data", "donate all", "prevent", "allow"] as const
]

/** Price of a guest's purchase, in cents. */
const price = 400

/** A guest, their portal, and the cents that they paid in and spent, according to the answers. */
interface Wallet {
  readonly guest: Guest
  readonly portal: Call
  paidIn: number
  spent: number
}

/** The event under test, and the answers so far. */
export interface PayoutsUnderTest {
  readonly wallets: ReadonlyArray<Wallet>
  /** Ids of the runs, newest last. */
  readonly runs: Array<number>
  readonly outcomes: Map<string, number>
}

export const openOffice = Effect.fnUntraced(function*(guests: number) {
  const { guest } = yield* Festival
  const { configure, signIn } = yield* FestivalPortal
  const sql = yield* SqlClient.SqlClient
  yield* payoutOffice
  yield* configure(bankSettings(guests, "Festival"))
  yield* sql`update customer set has_entered_info = false`
  const wallets = yield* Effect.forEach(Array.from({ length: guests }), () =>
    Effect.gen(function*() {
      const made = yield* guest({ balance: 20 })
      const wallet: Wallet = { guest: made, portal: yield* signIn(made), paidIn: 2000, spent: 0 }
      return wallet
    }))
  const opened: PayoutsUnderTest = { wallets, runs: [], outcomes: new Map() }
  return opened
})

const bankSettings = (perFile: number, sender: string) => ({
  sepa_description: "Festival {user_tag_uid}",
  sepa_max_num_payouts_in_run: perFile,
  sepa_sender_name: sender
})

/** Takes the steps at the same time and notes their answers. */
export const batch = Effect.fnUntraced(function*(office: PayoutsUnderTest, steps: ReadonlyArray<Step>) {
  // Guests of this test change their bank data more often than the limit allows.
  yield* noAttempts
  const requests = yield* Effect.forEach(steps, (step) => requestOf(office, step))
  const answers = yield* Effect.all(requests.map(untilAnswered), { concurrency: "unbounded" })
  answers.forEach((answer, n) => {
    const step = steps[n]!
    assert.isBelow(answer.status, 500, `${step.kind}: ${answer.text}`)
    const outcome = answer.status < 300 ? "done" : String(answer.body.rule ?? answer.body.id)
    if (outcome !== "done") assert.include(refusals[step.kind], outcome, `${step.kind}: ${answer.text}`)
    const key = `${step.kind} ${outcome}`
    office.outcomes.set(key, (office.outcomes.get(key) ?? 0) + 1)
    if (outcome === "done") note(office, step, answer)
  })
})

const untilAnswered = (send: Effect.Effect<Answer>) => Effect.repeat(send, { while: (answer) => answer.status === 503 })

/** How each step may be refused by what another did before it. */
const refusals: { readonly [kind in Step["kind"]]: ReadonlyArray<string> } = {
  create: ["payout.count_limit_too_high", "payout.nobody_to_pay"],
  export: ["NotFound", "payout.file_impossible", "payout.part_settled", "payout.part_unknown"],
  settings: [],
  done: ["NotFound", "payout.run_settled"],
  revoke: ["NotFound", "PayoutRunExported", "payout.run_settled"],
  return: ["NotFound", "payout.donation_alone", "payout.not_sent", "payout.payout_settled"],
  spend: ["NotEnoughFunds"],
  "top up": ["order.maximum_exceeded"],
  "bank data": ["portal.bank_data_invalid", "portal.payout_under_way"],
  "donate all": ["portal.payout_under_way"],
  prevent: ["account.in_payout_run"],
  allow: ["account.in_payout_run"]
}

const note = ({ runs, wallets }: PayoutsUnderTest, step: Step, { body }: Answer) => {
  if (step.kind === "create") runs.push(Number(body.id))
  if (step.kind === "spend") wallets[step.guest]!.spent += price
  if (step.kind === "top up") wallets[step.guest]!.paidIn += step.cents
}

const requestOf = Effect.fnUntraced(function*({ runs, wallets }: PayoutsUnderTest, step: Step) {
  const { bar, office, press } = yield* Festival
  const { askForSettings } = yield* FestivalPortal
  const sql = yield* SqlClient.SqlClient
  const run = "back" in step ? runs.at(-1 - step.back) ?? 0 : 0
  const at = (path: string, body?: unknown) => office("POST", `/payouts/${run}/${path}`, body)
  const wallet = "guest" in step ? wallets[step.guest]! : wallets[0]!
  const { guest, portal } = wallet
  switch (step.kind) {
    case "create":
      return office("POST", "/payouts/", { max_payout_sum: step.sum / 100, max_num_payouts: step.count })
    case "export":
      return step.file === "csv" ? at("csv") : at(`sepa_xml?part=${step.part}`, { execution_date: tomorrow })
    case "settings":
      return askForSettings(bankSettings(step.perFile, step.sender))
    case "done":
      return at("set-as-done")
    case "revoke":
      return at(`revoke?force=${step.force}`)
    case "return": {
      const [payout] = yield* sql<{ id: bigint; run: bigint }>`select id, payout_run_id as run from payout
        where customer_account_id = ${guest.accountId} and status = any(${step.from}::text[])
        order by id desc limit 1`
      return office("POST", `/payouts/${payout?.run ?? 1}/payouts/${payout?.id ?? 1}/return`, { reason: "AC04" })
    }
    case "spend":
      return bar.post("/order/book-sale", sale([press("food")], guest))
    case "top up":
      return bar.post("/order/book-topup", topUp(guest, step.cents / 100))
    case "bank data":
      return portal("POST", "/customer_info", {
        ...bankData,
        email: `g${guest.accountId}@example.org`,
        donation: step.donation / 100
      })
    case "donate all":
      return portal("POST", "/customer_all_donation")
    case "prevent":
    case "allow":
      return office("POST", `/customers/${guest.accountId}/${step.kind}-payout`)
  }
})

interface Holder {
  readonly account: bigint
  readonly balance: bigint
  /** Cents that are reserved, paid to the bank and donated. */
  readonly reserved: bigint
  readonly paid: bigint
  readonly donated: bigint
  /** Payouts that the portal shows as paid, and mails about them. */
  readonly told: bigint
  readonly letters: bigint
}

/** The balance and payouts of each guest. A payout that came back after it was paid leaves its donation made. */
const holders = (accounts: ReadonlyArray<number>) =>
  SqlClient.SqlClient.use((sql) =>
    sql<Holder>`with fate as (
        select payout.*, status = 'paid' or exists (
            select from posting join account source
              on source.event_id = posting.event_id and source.id = posting.source_account
            where posting.event_id = payout.event_id and posting.description = 'payout ' || payout.id || ': returned'
              and source.type = 'sepa_exit'
          ) as made
        from payout where customer_account_id = any(${accounts}::bigint[])
      )
      select account.id as account, account.balance,
        coalesce(sum(amount + donation) filter (where status = 'reserved'), 0)::bigint as reserved,
        coalesce(sum(amount) filter (where status = 'paid'), 0)::bigint as paid,
        coalesce(sum(donation) filter (where made), 0)::bigint as donated,
        count(*) filter (where made) as told,
        (select count(*) from mail where template = 'payout_done'
          and recipient = 'g' || account.id || '@example.org') as letters
      from account left join fate on fate.customer_account_id = account.id
      where account.id = any(${accounts}::bigint[])
      group by account.id, account.balance order by account.id`
  )

/**
 * Asserts for each guest that every cent paid in is spent, donated, paid out, reserved or still on the account, and that
 * each payout is announced once.
 */
export const kept = Effect.fnUntraced(function*({ wallets }: PayoutsUnderTest) {
  const { holdings } = yield* Festival
  const rows = yield* holders(wallets.map(({ guest }) => guest.accountId))
  for (const { guest, paidIn, spent } of wallets) {
    const row = rows.find(({ account }) => Number(account) === guest.accountId)!
    const where = Number(row.balance + row.reserved + row.paid + row.donated)
    assert.strictEqual(where, paidIn - spent, `guest ${guest.accountId}`)
    assert.isTrue(row.balance >= 0n)
    assert.isAtMost(Number(row.letters), Number(row.told))
  }
  const sql = yield* SqlClient.SqlClient
  const all = yield* sql<{ id: bigint }>`select distinct customer_account_id as id from payout`
  const everybody = yield* holders(all.map(({ id }) => Number(id)))
  const sumOf = (part: "reserved" | "paid" | "donated") =>
    Number(everybody.reduce((sum, row) => sum + row[part], 0n)) / 100
  const held = yield* holdings
  assert.strictEqual(held.payout_reserve ?? 0, sumOf("reserved"))
  assert.strictEqual(held.sepa_exit ?? 0, sumOf("paid"))
  assert.strictEqual(held.donation_exit ?? 0, sumOf("donated"))
})

/** Asserts that a payout is ordered in one part of its run only and by one sender, whatever operators change meanwhile. */
export const orderedOnce = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql`select payment[1] as payment from (
        select regexp_matches(content, '<EndToEndId>([^<]+)<', 'g') as payment,
          substring(content from '<MsgId>(M[0-9]+-[0-9]+)-') || ' ' || substring(content from '<Dbtr>[[:space:]]*<Nm>([^<]+)<') as place
        from payout_file where kind = 'sepa'
      ) as ordered
      group by payment having count(distinct place) <> 1`,
    (twice) => assert.deepStrictEqual(twice, [])
  )
)
