import type { TemplateName } from "@wristbank/core/event/MailTemplate"

export const english = {
  language: "en",
  topic: "Topic",
  topics: {
    general: "General",
    receipts: "Receipts",
    portal: "Portal",
    card: "Cards",
    payouts: "Payouts",
    mail: "Mail",
    devices: "Devices",
    texts: "Texts for guests"
  },
  saveTopic: (topic: string) => `Save ${topic.toLowerCase()}`,
  saved: "Saved.",
  settings: {
    currency_identifier: "Currency",
    max_account_balance: "Highest balance of a guest",
    start_date: "Begins",
    end_date: "Ends",
    daily_end_time: "A business day ends at",
    time_zone: "Time zone",
    allow_register_overdraft: "Registers may pay out more cash than they hold",
    basket_hold_minutes: "Minutes that a basket keeps its prices",
    bon_title: "Title",
    bon_issuer: "Issuer",
    bon_address: "Address of the issuer",
    ust_id: "VAT id",
    receipts_by_number: "Show receipts by their number",
    customer_portal_url: "Address of the portal",
    customer_portal_contact_email: "Contact for guests",
    customer_portal_about_page_url: "Page about the organisers",
    customer_portal_data_privacy_url: "Page about privacy",
    customer_portal_feedback_url: "Page for feedback",
    sumup_topup_enabled: "Top-ups by card in the portal",
    sumup_payment_enabled: "Card payments at tills",
    sumup_merchant_code: "Merchant code",
    sumup_affiliate_key: "Affiliate key",
    sumup_api_key: "API key",
    sumup_oauth_client_id: "OAuth client id",
    sumup_oauth_client_secret: "OAuth client secret",
    sepa_enabled: "Guests can have their balance paid to a bank account",
    sepa_sender_name: "Account holder",
    sepa_sender_iban: "IBAN that pays",
    sepa_description: "Purpose on the statement",
    sepa_allowed_country_codes: "Countries of guests' accounts",
    sepa_max_num_payouts_in_run: "Most payouts in a run",
    payout_sender: "Sender of mail about payouts",
    payout_registered_subject: "Subject when bank data are entered",
    payout_registered_message: "Text when bank data are entered",
    payout_done_subject: "Subject when it is paid",
    payout_done_message: "Text when it is paid",
    email_enabled: "Send mail",
    email_default_sender: "Sender",
    email_smtp_host: "Mail server",
    email_smtp_port: "Port",
    email_smtp_username: "User name",
    email_smtp_password: "Password",
    headwind_enabled: "Terminals' devices are managed by Headwind",
    headwind_url: "Address of Headwind",
    headwind_username: "User name",
    headwind_password: "Password"
  },
  hints: {
    headwind_enabled: "Then the devices and where they are appear under Sell, and are read every five minutes.",
    headwind_url: "Such as https://mdm.example.org.",
    start_date: "Statistics need it; both bounds or none.",
    daily_end_time: "A night belongs to the day on which it began.",
    time_zone: "Such as Europe/Berlin.",
    receipts_by_number: "Old applications need it. Numbers can be guessed, so better not.",
    customer_portal_url:
      "Such as https://pay.example.org. Empty: /portal here, which the first event without an address has.",
    customer_portal_contact_email: "An e-mail address; the portal shows it to guests.",
    customer_portal_feedback_url: "The portal asks guests for feedback after they have entered their bank data.",
    sepa_description: "Guests see it on their statement.",
    sumup_oauth_client_id: "Of the application that you made at the provider.",
    email_default_sender: "Such as festival@example.org."
  },
  textPages: { faq: "Questions and answers", agb: "Terms", privacypolicy: "Privacy policy" },
  textLanguages: { "de-DE": "German", "en-US": "English" },
  markdown: "Markdown. Empty leaves the page out.",
  logo: "Logo on receipts",
  noLogo: "No logo yet.",
  newLogo: "New logo",
  logoHint: "An SVG file of at most 512 kB.",
  removeLogo: "Remove logo",
  removeLogoHint: "Receipts and reports show no logo from now on, those of earlier orders too.",
  preview: "How guests see it",
  previewHint: "An example with the texts as they are saved.",
  portalAt: "Address for guests:",
  portalTrying: "Trying the address …",
  portalTrials: {
    portal: () => "The portal of this event answers there.",
    otherEvent: (name: string) => `The portal of another event answers there: ${name}.`,
    noEvent: () =>
      "A server with portals answers there, but no event has its portal at this address. Another installation, or other spelling?",
    noPage: () =>
      "The server answers there, but the portal doesn’t: guests would not get it. If the host serves the office as well, add /portal; if it serves the portal alone, leave that out.",
    otherSite: () => "Something answers there, but not the portal: another site, or a redirection to another address.",
    silent: () =>
      "This browser gets no answer from there. Check the spelling, the DNS entry and the certificate of the host.",
    insecure: () =>
      "Can’t be checked from this browser: it calls no address with http:// while the office is at https://. Guests’ phones need https:// for the camera, too.",
    offline: () => "Can’t be checked from this browser now: it is offline.",
    unable: () => "Can’t be checked from this browser. Open the address to see."
  },
  tryPortalAgain: "Try again",
  testMail: "Test mail",
  testMailHint: "Goes out at once by the saved settings, even while mail to guests is off.",
  testRecipient: "To",
  sendTestMail: "Send test mail",
  testMailSent: "The mail server took the mail. It is in the mailbox in a moment, or among the spam.",
  guestCanPay: "A guest can pay.",
  stepsMissing: (count: number) =>
    count === 1 ? "One step is missing until a guest can pay." : `${count} steps are missing until a guest can pay.`,
  openSteps: "To do",
  optionalSteps: "If you like",
  doneSteps: "Done",
  notYet: "Not usable yet:",
  stepStates: { done: "done", missing: "missing", warning: "advised", optional: "optional" },
  steps: {
    highest_balance: { title: "Highest balance", why: "Wristbands can hold money only up to a balance above 0." },
    tax_rates: {
      title: "Tax rates",
      why: "There is only 0 % so far. Create yours before the products: a product that is ready to sell keeps its tax."
    },
    product: { title: "Products", why: "At least one that is ready to sell." },
    tickets: { title: "Tickets", why: "A guest gets their wristband with a ticket. It may be free." },
    button: { title: "Buttons", why: "A button at the till sells one product or several together." },
    deposit_tax: {
      title: "Tax of the deposit",
      why:
        "In Germany the deposit of a glass or bottle has the tax rate of its drink, not 0 %. Ask your tax adviser. For another rate make a new deposit and put it on the buttons."
    },
    layout: { title: "Layouts", why: "A layout says which buttons and which tickets a till shows, and where." },
    profile: {
      title: "Profiles",
      why: "A profile says which layout tills show and what they may do: sell tickets, top up, take cash."
    },
    till: { title: "Tills", why: "A till is a place where something is sold. It needs a profile that sells." },
    ticket_sale: {
      title: "Tickets at a till",
      why: "A till where guests get in: its profile sells tickets, and its layout has one.",
      lacking: "Profiles that don’t yet:"
    },
    top_up: {
      title: "Top-ups",
      why: "A till whose profile tops wristbands up, or top-ups in the portal.",
      lacking: "Profiles that don’t yet:"
    },
    terminal: {
      title: "Terminals",
      why: "The phone, tablet or computer at a till. Put it at the till, then register it by its code.",
      lacking: "Tills without a registered terminal:"
    },
    tag_secret: { title: "Chip keys", why: "Tills read wristbands with these keys." },
    wristbands: { title: "Wristbands", why: "Import their PINs: for guests, and for everybody who works at a till." },
    role: {
      title: "Roles",
      why: "One for cashiers, and one for the person who hands out cash. There are templates for both."
    },
    cashier: {
      title: "Cashiers",
      why: "Someone with a wristband and a role that signs in at tills and sells.",
      lacking: "Can’t sell yet:"
    },
    register: { title: "Registers", why: "Cash lies in a register: a drawer or a pouch." },
    stocking: { title: "Stockings", why: "The coins and notes that a shift begins with." },
    float: {
      title: "A cashier with a register",
      why:
        "Someone with a role for cash signs in at a till, opens “Cash transport”, then “Stock up a register”, and holds the cashier’s wristband to the reader."
    },
    signing_device: { title: "Signing device", why: "In Germany, every receipt has to be signed by a TSE." },
    event_dates: {
      title: "Dates of the event",
      why: "Begin, end and the end of a business day: statistics need them."
    },
    receipt_issuer: { title: "Issuer of receipts", why: "Receipts need the name and the address of who sells." },
    card_payment: { title: "Card payments at tills", why: "Needs an account at the card provider." },
    online_top_up: { title: "Top-ups in the portal", why: "Guests put money onto their wristband by card." },
    payouts: { title: "Payouts", why: "Guests get what is left back to their bank account." },
    mail: { title: "Mail", why: "Guests hear of their payout by mail." },
    portal: { title: "Guests' portal", why: "Guests see their balance and receipts there." },
    portal_texts: { title: "Texts for guests", why: "Terms, privacy policy, and answers to questions." }
  },
  authorised: "The provider accepted. Card payments can begin.",
  cardTills: "At tills",
  cardOnline: "In the portal",
  consent: "Consent at the provider",
  on: "on",
  off: "off",
  consentMissing: "not given",
  consentGiven: "given",
  consentHint: "Register this address at the provider as the one to return to:",
  giveConsent: "Give consent at the provider",
  toCardSettings: "Card settings",
  clientMissing: "Enter the OAuth client id in the card settings first.",
  recipient: "To",
  mail: "Mail",
  problem: "Problem",
  since: "Since",
  attempts: "Tries",
  retry: "Try again",
  retryAll: "Try all again",
  noMails: "All mail was sent.",
  templates: {
    payout_registered: "Bank data entered",
    payout_done: "Payout done",
    bank_data_changed: "Bank data changed",
    tag_blocked: "Wristband blocked"
  } satisfies Readonly<Record<TemplateName, string>>,
  name: "Name",
  description: "Description",
  forbiddenHere: "Not at this place",
  forbiddenHereHint: "What can't be made here. Usually nothing.",
  forbiddenBelow: "Not below this place",
  forbiddenBelowHint: "What can't be made in the places below. Usually nothing.",
  objectTypes: {
    user: "Users",
    product: "Products",
    ticket: "Tickets",
    till: "Tills",
    user_role: "Roles",
    tax_rate: "Tax rates",
    user_tag: "Wristbands",
    tse: "Signing devices",
    account: "Accounts",
    terminal: "Terminals"
  },
  savePlace: "Save place",
  newPlace: "New place",
  createPlace: "Create place",
  secondFactor: "Second factor",
  requireSecondFactor: "People here and below need a second factor",
  requireHint: "Users without one have to set it up at their next call, before anything else.",
  requiredAbove: (place: string) => `${place} requires it already.`,
  newEvent: "New event",
  emptyEvent: "Empty event",
  createEvent: "Create event",
  end: "Archive or delete",
  archive: "Archive",
  unarchive: "Open again",
  remove: "Delete",
  archiveOf: (name: string) => `Archive ${name}`,
  unarchiveOf: (name: string) => `Open ${name} again`,
  deleteOf: (name: string) => `Delete ${name}`,
  endHints: {
    archive:
      "Everything can still be looked at, and nothing changed. Tills, the portal and payouts of it end, and users who are signed in there are signed out.",
    unarchive: "It can be changed again.",
    delete: "Only a place that holds nothing can be deleted. Anything in the way is named.",
    deleteEvent:
      "The event goes with all that it holds: people, tills, terminals, products, wristbands. Everybody is signed out, and mail that waits is not sent. Nothing brings it back. An event with an order can only be archived."
  },
  confirmName: (name: string) => `Type the name ${name} to confirm`,
  key: "Name",
  value: "Value",
  valueHint: "Every administrator can read it: no secrets here.",
  change: "Change",
  newEntry: "New value",
  saveEntry: "Save value",
  noEntries: "No values yet."
}

export type SetupTexts = typeof english
