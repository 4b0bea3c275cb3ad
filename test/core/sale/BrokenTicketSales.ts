import { NewTicketSale, type TicketSaleInput } from "@wristbank/core/sale/TicketSale"
import { UserTagScan } from "@wristbank/core/sale/TicketScan"
import { DateTime } from "effect"
import { agree, type Breaking, profileOf } from "./BrokenBookings.ts"
import { type Entrance, inputOf, plainScene, type Scene } from "./TicketWorld.ts"

const ofEachTag = [
  "order.tags_used",
  "order.tags_unknown",
  "order.chip_of_other_tag",
  "organisation.chip_fleeting",
  "order.tag_reserved",
  "order.no_ticket_for_tag",
  "order.tickets_for_tag",
  "order.product_not_locked"
]

export const brokenTicketSale = (breaks: Breaking): TicketSaleInput | null => {
  const repeats = (["pin", "chip", "voucher"] as const).filter((one) => breaks(`order.${one}_repeated`))
  const vouchers = ["unknown", "redeemed", "cancelled", "unpaid", "early", "late"].map((matter) =>
    `order.voucher_${matter}`
  )
  const hasVoucher = breaks("TillPermission: allow_ticket_vouchers") || vouchers.some(breaks) ||
    repeats.includes("voucher")
  const full = breaks("order.maximum_exceeded")
  const raised = full || breaks("TillPermission: allow_top_up")
  const [none, many] = [breaks("order.tags_missing"), breaks("order.tags_too_many")]
  const methods = [
    breaks("order.method_needed") ? null : undefined,
    breaks("order.tickets_online_at_till") ? "sumup_online" as const : undefined,
    breaks("TillPermission: enable_cash_payment") || breaks("order.register_missing") ? "cash" as const : undefined,
    breaks("TillPermission: enable_card_payment") ? "sumup" as const : undefined
  ].filter((method) => method !== undefined)
  const needsTags = hasVoucher || raised || repeats.length > 0 || many || ofEachTag.some(breaks)
  if (
    !agree(...methods) || (none && (needsTags || methods.some((method) => method === "cash" || method === "sumup")))
  ) {
    return null
  }
  if (breaks("order.voucher_unknown") && vouchers.slice(1).some(breaks)) return null
  if (breaks("order.voucher_cancelled") && breaks("order.voucher_unpaid")) return null
  const other = breaks("order.product_not_locked") || breaks("order.tickets_for_tag")
  if (breaks("order.no_ticket_for_tag") && other) return null
  const one: Scene = {
    ...plainScene,
    topUp: full ? 15_001 : raised || hasVoucher ? 100 : 0,
    presale: hasVoucher ? 0 : null
  }
  const again = { pin: "pin", chip: "uid", voucher: "token" } as const
  const entrance: Entrance = {
    scenes: none
      ? []
      : [
        ...Array.from({ length: many ? 101 : 1 }, () => one),
        ...repeats.map((kind) => ({ ...one, same: again[kind] }))
      ],
    method: methods[0] === undefined ? "cash" : methods[0],
    register: !breaks("order.register_missing"),
    off: null,
    unready: null,
    missing: null
  }
  const input = inputOf({ ...entrance, method: methods.includes(null) ? null : entrance.method })
  const times = breaks("order.no_ticket_for_tag") ? 0 : breaks("order.tickets_for_tag") ? 2 : 1
  const is_locked = !breaks("order.product_not_locked")
  const tickets = input.tickets.map(({ sold, ticket }) => ({ sold, ticket: { ...ticket, is_locked } }))
  const fleeting = breaks("organisation.chip_fleeting")
  const customer_tags = input.request.customer_tags.map((scan) =>
    new UserTagScan({ ...scan, tag_uid: scan.tag_uid + (fleeting ? 0x08_00_00_00n : 0n) })
  )
  return {
    ...input,
    request: new NewTicketSale({ ...input.request, customer_tags }),
    till: { ...input.till, profile: { ...input.till.profile, ...profileOf(breaks) } },
    tickets: Array.from({ length: times }, () => tickets).flat(),
    known: input.known.map((known) => ({
      ...known,
      tag: known.tag === null ? null : {
        ...known.tag,
        uid: fleeting ? null : known.tag.uid,
        used: breaks("order.tags_used"),
        nodeId: breaks("order.tags_unknown") ? 6n : known.tag.nodeId
      },
      chipTaken: breaks("order.chip_of_other_tag"),
      reserved: breaks("order.tag_reserved"),
      presale: breaks("order.voucher_unknown") || known.presale === null
        ? null
        : {
          ...known.presale,
          redeemed: breaks("order.voucher_redeemed"),
          state: stateOf(breaks),
          ticketVoucher: {
            ...known.presale.ticketVoucher,
            valid_from: breaks("order.voucher_early") ? DateTime.add(known.presale.at, { seconds: 1 }) : null,
            valid_until: breaks("order.voucher_late") ? DateTime.subtract(known.presale.at, { seconds: 1 }) : null
          }
        }
    }))
  }
}

const stateOf = (breaks: Breaking) =>
  breaks("order.voucher_cancelled") ? "cancelled" : breaks("order.voucher_unpaid") ? "suspended" : "valid"
