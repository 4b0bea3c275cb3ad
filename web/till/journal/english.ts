/** What becomes of bookings. */
export const english = {
  waiting: (count: number) => count === 1 ? "1 booking waits" : `${count} bookings wait`,
  waitingTitle: "Bookings",
  noBookings: "No bookings yet. Every booking of this device is listed here until the server has answered it.",
  phaseDrafted: "Not sent yet",
  phaseCard: "Waits for the card payment",
  phaseSent: "Sent, no answer yet",
  phaseUnknown: "Unknown: no answer came",
  phaseBooked: "Booked",
  phaseRefused: "Not booked",
  phaseGivenUp: "Given up, not booked",
  nextSends: "It is sent again by itself until the server answers. The server books it once at most.",
  nextAsks: "Nothing is sent any more. The server is asked whether it has this booking.",
  nextAsksUntil: (time: string) =>
    `Nothing is sent any more. What was sent may still arrive: only after ${time} is it certain that it was not booked.`,
  nextCardLeft:
    "The cashier who began this payment is not signed in here any more. If the card was charged, they sign in again and say so, or the organisers book it. If it was not charged, say so here.",
  nextOther: "It was made by someone else who was signed in, or at another till, and is sent again only for them.",
  nextOtherTerminal: "It was made when this device was another terminal. Look it up there, or ask the organisers.",
  nextSignIn: "It is sent again once the person who made it is signed in here.",
  nextNobodyYet: "It is sent again by itself once the server says that the same person is still signed in here.",
  nextCannotAsk: "The server can't be asked about bookings of this kind, so it can't be given up.",
  nextSignedOut: "This terminal was signed out before the answer came. Register it again to find out.",
  giveUp: "Give up",
  giveUpHint: "It is only given up once it is certain that it was not booked.",
  sendNow: "Try now",
  serverAway: "The server does not answer.",
  serverAwayHint: "Nothing new can be booked until it does.",
  nothingKept:
    "This browser keeps nothing on this device, so no booking would be safe. Leave private mode, or allow storage for this page.",
  otherWindow: "The till is open in another window",
  otherWindowHint: "Bookings under way there are finished first; none is lost or made twice.",
  useHere: "Use it here"
}
