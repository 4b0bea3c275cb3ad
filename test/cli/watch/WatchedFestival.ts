import { minuteOf, type WatchState } from "@wristbank/cli/watch/WatchState"
import { EventStatus } from "@wristbank/core/overview/EventStatus"
import { DateTime, Schema } from "effect"

/** The moment of the state. */
export const now = Date.UTC(2026, 5, 30, 20, 15, 30)
const at = (secondsAgo: number) => DateTime.formatIso(DateTime.makeUnsafe(now - secondsAgo * 1000))

const sums = { sales: 100.5, tickets: 0, top_ups: 20, pay_outs: -5, pieces: 20, entries: 3 }
const till = {
  node_id: 1,
  terminal_id: null,
  terminal_name: null,
  last_seen: null,
  user_id: null,
  user_name: null,
  role_name: null,
  cash_register_id: null,
  cash_register_name: null,
  drawer_balance: null,
  last_booked_at: null
}
const hour = { id: null, name: null, ...sums, compared: null }

export const eventStatus = Schema.decodeUnknownSync(Schema.toCodecJson(EventStatus))({
  node_id: 1,
  at: at(0),
  currency_identifier: "EUR",
  time_zone: "Europe/Berlin",
  archived: false,
  day_start: at(36_000),
  day_end: at(-50_400),
  takings: {
    total: sums,
    compared: { ...sums, sales: 90 },
    vouchers: null,
    hours: [
      { ...hour, from_time: at(7200), to_time: at(3600), sales: 10 },
      { ...hour, from_time: at(3600), to_time: at(0) },
      { ...hour, from_time: at(-3600), to_time: at(-7200), sales: 0 }
    ],
    tills: [],
    nodes: [],
    methods: []
  },
  tills: [
    {
      ...till,
      id: 1,
      name: "Bar 1",
      user_id: 7,
      user_name: "Anna",
      role_name: "lead",
      last_booked_at: at(12),
      drawer_balance: 120.5
    },
    { ...till, id: 2, name: "Entry\u001b[2J", last_booked_at: at(7200) },
    { ...till, id: 3, name: "Food", user_id: 8, user_name: "Ben", role_name: "cashier", drawer_balance: 300 }
  ],
  needs_somebody: [
    {
      kind: "unverified_payments",
      severity: "red",
      subject: "event",
      id: 1,
      name: "Festival",
      node_id: 1,
      count: 2,
      amount: 30,
      since: at(90),
      until: null
    },
    {
      kind: "till_silent",
      severity: "amber",
      subject: "till",
      id: 3,
      name: "Food",
      node_id: 1,
      count: 1,
      amount: null,
      since: at(900),
      until: null
    }
  ]
})

export const state: WatchState = {
  server: "https://wristbank.example",
  eventName: "Festival",
  connection: { kind: "live" },
  aheadMillis: 0,
  eventStatus,
  devices: [
    {
      name: "A",
      status: "active",
      connected: true,
      queue_length: 3,
      oldest_unsigned: DateTime.makeUnsafe(now - 8000),
      fault: null
    }
  ],
  devicesReadMillis: now,
  minutes: new Map([[minuteOf(now) - 1, 5200n], [minuteOf(now) - 2, 100n]])
}
