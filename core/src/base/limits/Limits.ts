/**
 * Every figure by which Wristbank limits how often, or how many at once. `docs/reference/limits.md` lists them with where each of them
 * answers. The algorithms are in this folder: counts within a window (`SignInLimits` and `count_tries` in the database keep them),
 * `ThrottleQueue`, `Allowance`, `Admission` and `BookingAdmission`.
 */

/** Seconds for which a try counts. */
export const windowSeconds = 15 * 60

/** Largest counts within the window. Beyond them the next try must wait, or tries take turns. */
export const limits = {
  /** Failures for one account from one network, or from one device that its user signed in with before. */
  account: 5,
  /** Failures from one network at the back office, and at the portal with chip numbers. */
  network: 20,
  /** Failures from one network at the portal. */
  portalNetwork: 10,
  /** Failures for one account from all networks. */
  accountEverywhere: 30,
  /** Wrong PINs at one event from all networks. */
  eventEverywhere: 100,
  /** Wrong codes of one user's second factor, from all networks. At 40 an hour, a guess in years is unlikely. */
  secondFactor: 10,
  /** Sign-ins of one account from one network or known device, including successful ones. */
  signIns: 30,
  /** Sign-ins at one terminal. Each of them makes concurrent bookings of the event decide anew. */
  terminalSignIns: 100,
  /** PINs that are typed at one terminal to find their guests: more than a person types. */
  pinsAtTerminal: 200,
  /** Changes of a guest's bank data. */
  bankData: 10,
  /** Top-ups that a guest begins on the web. */
  checkouts: 30,
  /** Wristbands that a guest blocks. */
  tagBlocks: 5,
  /** Test mails that an event's people send. */
  testMails: 10,
  /** Receipts requested from one network by number, or as PDF. */
  receipts: 200
} as const

/** How tries go on beyond a limit that never closes: one after the other, at each server. */
export interface Pace {
  /** Milliseconds between the starts of two tries. A right one gives its turn back. */
  readonly pauseMillis: number
  /** Tries that may wait for a turn; further ones get `TooManyAttempts`. */
  readonly mostWaiting: number
  /** Those of them that may come from one network. */
  readonly mostOfNetwork: number
}

/**
 * The paces. A guest who shares an address with an attacker must get in, so a network is never closed; the pace
 * alone bounds guessing. `docs/developer-documentation/guessing.md` has the figures.
 */
export const paces = {
  /** A login from one network: 100 tries an hour, the most that ASVS 4 (2.2.1) allows for an account. */
  login: { pauseMillis: 36_000, mostWaiting: 0, mostOfNetwork: 0 },
  /** The chip number of a wristband from one network. */
  wristband: { pauseMillis: 1_000, mostWaiting: 2, mostOfNetwork: 2 },
  /** A network at the back office. */
  officeNetwork: { pauseMillis: 500, mostWaiting: 4, mostOfNetwork: 4 },
  /** A network at the portal. */
  portalNetwork: { pauseMillis: 200, mostWaiting: 10, mostOfNetwork: 10 },
  /** A login or wristband, from all networks: 7,200 tries an hour. */
  account: { pauseMillis: 500, mostWaiting: 4, mostOfNetwork: 1 },
  /** An event, from all networks. */
  event: { pauseMillis: 100, mostWaiting: 20, mostOfNetwork: 4 }
} as const satisfies { readonly [name: string]: Pace }

/** The largest budget, and how much of it grows back each second. */
export interface AllowanceSize {
  readonly most: number
  readonly perSecond: number
}

export const allowances = {
  /** Unknown tokens that a network may send to a process. */
  unknownTokens: { most: 100, perSecond: 5 },
  /** Codes of one event that a process looks up in its ticket shop. Who scans rubbish can't flood the shop. */
  presaleLookups: { most: 10, perSecond: 0.5 },
  /**
   * Statements and transactions of anonymous callers of a server. Each takes about a millisecond of a process's only
   * thread for calls. The number of connections alone would not keep them from using all of it.
   */
  anonymousStatements: { most: 300, perSecond: 100 }
} as const satisfies { readonly [name: string]: AllowanceSize }

/** What may wait at once, beside what is under way; further ones are refused. */
export const places = {
  /** Sign-ins with a password that wait for a thread of a process; known networks and devices have as many of their own. */
  passwords: 8,
  /** Texts of users, such as event files and pictures, that a process reads one after the other; the one being read counts. */
  texts: 8,
  /** Statements and transactions of anonymous callers of a server that wait for a connection. */
  anonymousStatements: 32
} as const

/** Connections to the database that the anonymous callers of a server share. */
export const anonymousConnections = 3

/** How far ahead a change of a product may be planned, and how many of one product. */
export const planned = {
  /** Versions of one product that are still to begin. */
  versions: 20,
  /** Days from now until one begins. */
  days: 400
} as const

/** What an event may have of price lists. */
export const priceLists = {
  lists: 200,
  /** Products in one list. */
  entries: 2_000,
  /** Hours of one list. */
  windows: 14
} as const

/** Categories of products that an event may have. */
export const categories = 50

/** Pictures of buttons. */
export const buttonPictures = {
  /** Those that an event may have. */
  most: 500,
  /** The longest side in pixels: a tile shows it smaller on any screen. */
  longestSide: 512,
  /** How large one may be. */
  kibibytes: 64
} as const

/** Bookings that a process may have under way. */
export const bookings = {
  /** The number that fits in one batch, so that none of them waits for another. They are never refused. */
  least: 64,
  /**
   * Without overload. A core answers that many within a second, when all tills send again at once after the network was away.
   * They fill the batches that may run beside each other on a slow disk.
   */
  most: 640
} as const
