import * as Money from "../base/Money.ts"
import type { PayoutReport } from "./PayoutReport.ts"
import type { ContentPart, ReportContent } from "./ReportContent.ts"
import { amount, count, moment, type ReportTable, text, word } from "./ReportTable.ts"
import type { ReportWords } from "./ReportWords.ts"

/** A pay-out report in words. */
export const payoutContent = (report: PayoutReport, say: ReportWords): ReportContent => {
  const { donated, head, paid, reserved, unclaimed } = report
  return {
    head,
    title: say.titles.payout,
    time: moment(head.as_of ?? head.made_at),
    recipient: [head.node_name, ...head.node_description.split(/\r?\n/)],
    facts: [],
    figures: [
      ["unclaimed", say.unclaimed, amount(unclaimed.amount)],
      ["reserved", say.reserved, amount(reserved.amount)],
      ["paid", say.paid, amount(paid)],
      ["donated", say.donated, amount(donated)]
    ],
    parts: [
      { table: balances(report, say) },
      reasons(report, say),
      ...(report.blocked === null || report.blocked.length === 0 ? [] : [{ table: blocked(report.blocked, say) }]),
      { table: runs(report, say) }
    ]
  }
}

const balances = ({ reserved, unclaimed }: PayoutReport, say: ReportWords): ReportTable => ({
  name: "balances",
  heading: say.balances,
  columns: [
    { key: "balances", title: "" },
    { key: "customers", title: say.customers },
    { key: "amount", title: say.amount }
  ],
  rows: [
    [{ kind: "word", key: "unclaimed", text: say.unclaimed }, count(unclaimed.customers), amount(unclaimed.amount)],
    [{ kind: "word", key: "reserved", text: say.reserved }, count(reserved.customers), amount(reserved.amount)]
  ],
  total: null
})

const reasons = ({ reasons: rows, unclaimed }: PayoutReport, say: ReportWords): ContentPart =>
  rows === null ? { remark: say.noReasons } : {
    table: {
      name: "reasons",
      heading: say.whyUnclaimed,
      columns: [
        { key: "reason", title: say.reason },
        { key: "customers", title: say.customers },
        { key: "amount", title: say.amount }
      ],
      rows: rows.map((row) => [word(say.reasons, row.reason), count(row.customers), amount(row.amount)]),
      total: [text(say.sum), count(unclaimed.customers), amount(unclaimed.amount)]
    }
  }

const blocked = (rows: NonNullable<PayoutReport["blocked"]>, say: ReportWords): ReportTable => ({
  name: "blocked",
  heading: say.reasons.blocked,
  columns: [
    { key: "blocked_by", title: say.blockedBy },
    { key: "blocked_since", title: say.blockedSince },
    { key: "amount", title: say.amount }
  ],
  rows: rows.map((row) => [row.by === null ? null : text(row.by), moment(row.since), amount(row.amount)]),
  total: [text(say.sum), null, amount(Money.sum(rows.map((row) => row.amount)))]
})

const runs = ({ runs: rows }: PayoutReport, say: ReportWords): ReportTable => ({
  name: "runs",
  heading: say.runs,
  columns: [
    { key: "id", title: say.run },
    { key: "done_at", title: say.doneAt },
    { key: "payouts", title: say.payouts },
    { key: "payout_sum", title: say.payoutSum },
    { key: "donation_sum", title: say.donationSum },
    { key: "returned", title: say.returned },
    { key: "returned_sum", title: say.returnedSum }
  ],
  rows: rows.map((row) => [
    text(row.id.toString()),
    moment(row.done_at),
    count(row.payouts),
    amount(row.payout_sum),
    amount(row.donation_sum),
    count(row.returned),
    amount(row.returned_sum)
  ]),
  total: [
    text(say.sum),
    null,
    count(rows.reduce((sum, { payouts }) => sum + payouts, 0)),
    amount(Money.sum(rows.map(({ payout_sum }) => payout_sum))),
    amount(Money.sum(rows.map(({ donation_sum }) => donation_sum))),
    count(rows.reduce((sum, { returned }) => sum + returned, 0)),
    amount(Money.sum(rows.map(({ returned_sum }) => returned_sum)))
  ]
})
