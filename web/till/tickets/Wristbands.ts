import { type Amount, zero } from "../../kit/Amount.ts"
import { asJson, type Chip } from "../../kit/Chip.ts"

/** A wristband that is to be handed out. */
export interface Wristband {
  readonly chip: Chip
  readonly pin: string
  /** The code of the presale ticket; `null` if the ticket is paid here. */
  readonly token: string | null
  /** Money onto the wristband beside what its ticket includes. */
  readonly topUp: Amount
}

export type Wristbands = ReadonlyArray<Wristband>

/** The server takes no more in one sale. */
const mostWristbands = 100

/** Why a wristband can't be added; `undefined` if it can. */
export const additionProblem = (
  wristbands: Wristbands,
  { chip, pin, token }: Pick<Wristband, "chip" | "pin" | "token">
): "chipTwice" | "pinMissing" | "pinTwice" | "tokenTwice" | "tooManyTickets" | undefined => {
  if (pin.trim() === "") return "pinMissing"
  if (wristbands.length >= mostWristbands) return "tooManyTickets"
  if (wristbands.some((one) => one.chip === chip)) return "chipTwice"
  if (wristbands.some((one) => one.pin === pin.trim())) return "pinTwice"
  return token !== null && wristbands.some((one) => one.token === token) ? "tokenTwice" : undefined
}

/** With a further wristband, unless there is something against it. */
export const added = (wristbands: Wristbands, wristband: Wristband): Wristbands =>
  additionProblem(wristbands, wristband) === undefined
    ? [...wristbands, { ...wristband, pin: wristband.pin.trim() }]
    : wristbands

export const removed = (wristbands: Wristbands, chip: Chip): Wristbands => wristbands.filter((one) => one.chip !== chip)

/** With other money for one of them. */
export const withTopUp = (wristbands: Wristbands, chip: Chip, topUp: Amount): Wristbands =>
  wristbands.map((one) => one.chip === chip ? { ...one, topUp } : one)

/** The wristbands as the calls for tickets take them. */
export const asTags = (wristbands: Wristbands) =>
  wristbands.map(({ chip, pin, token, topUp }) => ({
    tag_uid: asJson(chip),
    tag_pin: pin,
    top_up_amount: topUp,
    voucher_token: token
  }))

/** Names this content, so that it is checked again when it changes. */
export const keyOf = (wristbands: Wristbands): string | undefined =>
  wristbands.length === 0 ? undefined : JSON.stringify(wristbands)

export const newWristband = (chip: Chip, pin: string, token: string | null): Wristband => ({
  chip,
  pin,
  token,
  topUp: zero
})

/** Tickets in words: "2 × Adult, Under 16". */
export const wordsOfTickets = (names: ReadonlyArray<string>): string =>
  Array.from(Map.groupBy(names, (name) => name), ([name, { length }]) => length === 1 ? name : `${length} × ${name}`)
    .join(", ")
