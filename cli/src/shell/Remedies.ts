/** Each message of the failure says what helps. */
const inMessage = Symbol("in the message")

/** The rule that was broken says what helps. */
const byRule = Symbol("by the rule")

/** Its message has a line for each problem, with what to change. */
const eachProblem = Symbol("a line for each problem")

/** Of bookings that the demo makes, which nothing should refuse. */
const ofDemo = "Start with another --data-dir, and report it."

/** Of files that can't be written in the data folder, with the reason that the operating system gives. */
const elsewhere = "Fix that, or choose another --data-dir."

/** What helps, or where else it is said. */
type Remedy = string | typeof byRule | typeof eachProblem | typeof inMessage

/** What helps against each failure that ends a command, by its name. A command whose work can fail otherwise does not compile. */
export const remedies = {
  AccessDenied: byRule,
  AgeRestriction: ofDemo,
  AlreadyProcessed: ofDemo,
  AnswerUnknown: "Check the address of the server, and that it runs the same version.",
  AnswersRefused: eachProblem,
  ArchiveUnreadable: "Name another file.",
  BackupImpossible: inMessage,
  BookingRefused: "Simulate with another seed, and report the step.",
  CallRefused: "Change what the server refuses, or sign in as someone who may do it (wristbank login).",
  CardPaymentFailed: ofDemo,
  CardPaymentMismatch: ofDemo,
  CardPaymentSuccessful: ofDemo,
  ConfigurationError: "Change the setting: wristbank config shows which are read and from where.",
  CustomerNotFound: ofDemo,
  DatabasePooled: inMessage,
  DatabaseUnreachable: inMessage,
  DemoDeviceError: elsewhere,
  DemoSheetError: elsewhere,
  DeviceNotServed: "Name another --port, or end what listens there.",
  EmbeddedPostgresError: "wristbank doctor and the log of PostgreSQL in the data folder say more.",
  EventFileInvalid: eachProblem,
  EventFileRefused: "Correct that in the file or in the event; nothing was changed.",
  EventRequired: "Name an event, or a node below one.",
  ExportRefused: eachProblem,
  FileNotWritten: inMessage,
  FlagNotRead: inMessage,
  FolderInUse: inMessage,
  ForeignDatabase: inMessage,
  InconsistentRecord: "Run wristbank doctor; it names the records.",
  InputFileNotRead: inMessage,
  InvalidArgument: byRule,
  InvalidCloseOut: byRule,
  InvalidSale: byRule,
  JournalUnreadable: inMessage,
  ListenError: inMessage,
  MigrationError: "Restore the newest backup if the database was changed by hand, and report it otherwise.",
  NoDeviceKey: "Give a private key of that curve, or leave it out for a new one.",
  NoMoment: inMessage,
  NoPackage: byRule,
  NoPublicKey: "Copy the key from the record of the device, in base64.",
  NoQrText: "Copy the whole text of the code, from the first semicolon to the last.",
  NodeInUse: "wristbank event close leads through what is left.",
  NodeIsReadOnly: "Open the node again in the back office (Set-up, This place), or name another one.",
  NodeUnknown: inMessage,
  NotConfirmed: inMessage,
  NotEnoughFunds: ofDemo,
  NotEnoughVouchers: ofDemo,
  NotFound: "Name one that is there.",
  NotReconciled: eachProblem,
  NotSignedIn: inMessage,
  PackageNotWritten: byRule,
  PasswordFileError: elsewhere,
  PasswordNotGiven: inMessage,
  PayoutRunExported: inMessage,
  PresaleOff: "Switch it on in the settings of the event.",
  ReceiptCodeNotRead: inMessage,
  ResourceNotAllowed: "Name another node, or lift the prohibition (Set-up, This place).",
  RestoreIncomplete: inMessage,
  SchemaError: "Run wristbank doctor: something that is stored has another form than expected.",
  SchemaOutdated: inMessage,
  SecretKeyError: inMessage,
  SecretKeyRefused: inMessage,
  SecretUnreadable: "Give the key with which it was stored (WRISTBANK_SECRET_KEY, or secret.key in the data folder).",
  ServeError: "Name another --port, or end what listens there.",
  ServerAway: "Check the address and the network, and try again.",
  ServerProcessError: "The log above says more.",
  ServiceUnavailable: "Try again in a moment.",
  ShopError: "Check the address and the key of the ticket shop in the settings of the event.",
  SiteFault: "Check the server, and sign in again (wristbank login).",
  SqlError: "Look at the log of PostgreSQL, and try again.",
  StaleVersion: "Someone changed it meanwhile: look at it and try again.",
  SumUpError: "Try again in a moment, and check the card provider's keys in the settings of the event.",
  TagListNotRead: inMessage,
  TillPermission: ofDemo,
  TillRequired: ofDemo,
  TillUnknown: inMessage,
  TlsFilesError: inMessage,
  TooManyAttempts: ofDemo,
  Unauthorized: ofDemo
} satisfies { readonly [name: string]: Remedy }

/** Failures of what a command needs: the same call may succeed later. */
const away: ReadonlySet<string> = new Set<keyof typeof remedies>([
  "DatabasePooled",
  "DatabaseUnreachable",
  "ServerAway",
  "ServiceUnavailable"
])

/** Failures of what was typed. */
const misuse: ReadonlySet<string> = new Set<keyof typeof remedies>(["FlagNotRead", "NoMoment"])

/** Whether a failure is that a flag or an argument can't be read. */
export const isMisuse = (name: string): boolean => misuse.has(name)

/** Whether a failure is that the database or the server does not answer. */
export const isAway = (name: string): boolean => away.has(name)

/** A failure that ends a command with 1, 2 or 4, as opposed to a fault of the program. */
export interface ExpectedFailure {
  readonly _tag: keyof typeof remedies
  readonly message: string
}

/** What a command prints of a failure: one line, or one for each problem; and what helps, if the lines do not say it. */
export const explained = async (
  { id, message, rule }: { readonly id: string; readonly message: string; readonly rule: string | null }
): Promise<{ readonly lines: string; readonly remedy: string | null }> => {
  const remedy: Remedy = (remedies as { readonly [name: string]: Remedy })[id] ?? inMessage
  if (remedy === eachProblem) return { lines: message, remedy: null }
  const lines = message.trim().replaceAll(/:\s*\n\s*/g, ": ").replaceAll(/\s*\n\s*/g, "; ")
  if (remedy === inMessage) return { lines, remedy: null }
  return { lines, remedy: remedy === byRule ? await remedyOf(rule) : remedy }
}

/** The rules are written for callers of the APIs as well, with marks for the page of rules. */
const remedyOf = async (rule: string | null): Promise<string | null> => {
  // Loaded here: the rules of all rooms are only needed when a command fails.
  const { rules } = await import("@wristbank/core/Rules")
  return rules.find(({ name }) => name === rule)?.remedy.replaceAll("`", "") ?? null
}
