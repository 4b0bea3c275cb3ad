export const english = {
  noEvents: "No events here yet. An event has its own guests, tills, people and money.",
  newEvent: "New event",
  from: "From",
  to: "Until",
  divided: "By",
  comparedWith: "Compared with",
  by: {
    hour: "By hour",
    day: "By day",
    till: "By till",
    method: "By payment method",
    node: "By stall",
    product: "By product"
  },
  compared: { none: "nothing", day_before: "the day before", week_before: "the week before" },
  methods: {
    cash: "Cash",
    sumup: "Card",
    sumup_online: "Card, online",
    tag: "Wristband",
    voucher: "Vouchers",
    ticket_voucher: "Presale"
  },
  deleted: "deleted",
  part: "Part",
  taken: "Taken",
  sales: "Goods",
  tickets: "Tickets",
  topUps: "Top-ups",
  payOuts: "Pay-outs",
  pieces: "Pieces",
  entries: "Entries",
  vouchers: "Vouchers spent",
  difference: (written: string, than: string) => `${written} against ${than}`,
  than: { today: "yesterday at this time", day_before: "the day before", week_before: "the week before" },
  kind: "About",
  kinds: {
    entries: "Entries",
    topUps: "Top-ups",
    payOuts: "Pay-outs",
    products: "Products",
    deposits: "Deposits",
    heldPrices: "Prices held",
    vouchers: "Vouchers"
  },
  number: "Number",
  sum: "Sum",
  product: "Product",
  nothingBooked: "Nothing was booked in this period.",
  cashier: "Cashier",
  longestHeld: "Longest, in seconds",
  heldPricesHint: "Sales whose prices had changed since the basket was begun: the guest paid what they were shown.",
  nothingHeld: "No sale in this period had the prices of an earlier moment.",
  issued: "Vouchers issued",
  spent: "Vouchers spent",
  fullScreen: "For a wall",
  leaveFullScreen: "Leave",
  alerts: "Needs attention",
  allWell: "Nothing needs attention now.",
  today: "Today",
  yesterday: "Yesterday",
  tills: "Tills",
  till: "Till",
  who: "Who",
  nobody: "no one",
  lastBooking: "Last booking",
  drawer: "Drawer",
  lastSeen: "Last seen",
  alertTexts: {
    unsigned_orders: (count: string) => `${count} ${count === "1" ? "order waits" : "orders wait"} for a signature`,
    tse_missing: () => "Orders are to be signed, but no signing device is active",
    tse_failed: (count: string, name: string) =>
      `The signing device ${name} does not work (${count === "1" ? "1 till" : `${count} tills`})`,
    tse_expiring: (_: string, name: string) => `The certificate of ${name} ends soon`,
    unverified_payments: (count: string) =>
      count === "1" ? "A card payment is not confirmed" : `${count} card payments are not confirmed`,
    presale_failing: () => "The ticket shop can't be read",
    presale_overdue: () => "The ticket shop has not been read for long",
    presale_orders: (count: string) =>
      count === "1"
        ? "An order of the ticket shop can't be imported"
        : `${count} orders of the ticket shop can't be imported`,
    presale_cases: (count: string) =>
      count === "1"
        ? "A case of the presale waits for a decision"
        : `${count} cases of the presale wait for a decision`,
    presale_check_ins_refused: (count: string) =>
      count === "1" ? "The ticket shop refused a check-in" : `The ticket shop refused ${count} check-ins`,
    presale_check_ins_waiting: (count: string) =>
      count === "1"
        ? "The ticket shop does not know a check-in yet"
        : `The ticket shop does not know ${count} check-ins yet`,
    unsent_mail: (count: string) => count === "1" ? "A mail could not be sent" : `${count} mails could not be sent`,
    register_overdrawn: (_: string, name: string) => `The register ${name} holds less than nothing`,
    till_silent: (_: string, name: string) => `${name} is silent although someone is signed in`,
    open_closing: (_: string, name: string) => `${name} has not begun a new closing`,
    shift_open_after_end: (_: string, name: string) => `The register ${name} is still held after the event`,
    log_copies_stopped: () => "The database can't copy its log to the backups",
    base_copy_late: () => "No new copy of the whole database is in the backups",
    settings_missing: (count: string) => count === "1" ? "A setting is missing" : `${count} settings are missing`
  },
  alertGroups: {
    unsigned_orders: (_: string, sum: string) => `${sum} orders wait for a signature`,
    tse_missing: (n: string) => `Orders are to be signed at ${n} places, but no signing device is active`,
    tse_failed: (n: string) => `${n} signing devices do not work`,
    tse_expiring: (n: string) => `The certificates of ${n} signing devices end soon`,
    unverified_payments: (_: string, sum: string) => `${sum} card payments are not confirmed`,
    presale_failing: (n: string) => `${n} ticket shops can't be read`,
    presale_overdue: (n: string) => `${n} ticket shops have not been read for long`,
    presale_orders: (_: string, sum: string) => `${sum} orders of ticket shops can't be imported`,
    presale_cases: (_: string, sum: string) => `${sum} cases of the presale wait for a decision`,
    presale_check_ins_refused: (_: string, sum: string) => `Ticket shops refused ${sum} check-ins`,
    presale_check_ins_waiting: (_: string, sum: string) => `Ticket shops do not know ${sum} check-ins yet`,
    unsent_mail: (_: string, sum: string) => `${sum} mails could not be sent`,
    register_overdrawn: (n: string) => `${n} registers hold less than nothing`,
    till_silent: (n: string) => `${n} tills are silent although someone is signed in`,
    open_closing: (n: string) => `${n} tills have not begun a new closing`,
    shift_open_after_end: (n: string) => `${n} registers are still held after the event`,
    log_copies_stopped: () => "The database can't copy its log to the backups",
    base_copy_late: () => "No new copy of the whole database is in the backups",
    settings_missing: (_: string, sum: string) => `${sum} settings are missing`
  },
  since: (moment: string) => `since ${moment}`,
  oldest: (moment: string) => `the oldest since ${moment}`,
  more: (count: string) => `${count} more`,
  pause: "Pause",
  goOn: "Go on",
  lastTills: "Tills, silent ones first"
}

export type NowTexts = typeof english
