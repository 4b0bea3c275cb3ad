import { Predicate } from "effect"
import { type DeviceOutcome, type DeviceRequest, done, missing, refusals, refuse } from "./DeviceOutcome.ts"
import { type DeviceEvent, type DeviceUser, maxFailures } from "./DeviceState.ts"

/** The PUK of every device; no command changes it. */
const puk = "000000"

const passwordLength = 5

/**
 * Refuses a command with a wrong password of that user. A correct password alone decides nothing yet: the command decides whether it
 * resets the count of wrong ones.
 */
export const refusedPassword = (request: DeviceRequest, user: DeviceUser): DeviceOutcome | undefined => {
  const { device, state } = request
  const isPukBlocked = device.profile.blockedPukBlocksUsers && state.pukFailures >= maxFailures
  if (state.passwordFailures >= maxFailures || isPukBlocked) return refuse(refusals.userBlocked)
  return refusedText(request.fields["Password"], request.state.passwords[user])
}

/** The right password resets the count, if there is one. */
export const accepted = ({ state }: DeviceRequest): DeviceEvent | null =>
  state.passwordFailures === 0 ? null : { event: "password_accepted" }

export const changePassword = (request: DeviceRequest): DeviceOutcome => {
  const { fields, state } = request
  const lacking = missing(request, "UserID", "OldPassword") ?? missingNewPassword(request)
  if (lacking !== undefined) return lacking
  const [user, old, password] = [textOf(fields["UserID"]), textOf(fields["OldPassword"]), newPassword(request)]
  if (user === undefined || old === undefined || password === undefined) return refuse(refusals.invalidBase64)
  if (state.passwordFailures >= maxFailures) return refuse(refusals.userBlocked)
  if (!isUser(user)) return refuse(refusals.userWrong)
  if (state.passwords[user] !== old) return refuse(refusals.passwordWrong, { event: "password_refused" })
  return password.length === passwordLength
    ? done({}, { event: "password_changed", user, password })
    : refuse(refusals.passwordInvalid, accepted(request))
}

export const unblockUser = (request: DeviceRequest): DeviceOutcome => {
  const { fields, state } = request
  const lacking = missing(request, "UserID", "Puk") ?? missingNewPassword(request)
  if (lacking !== undefined) return lacking
  const [user, given, password] = [textOf(fields["UserID"]), textOf(fields["Puk"]), newPassword(request)]
  if (user === undefined || given === undefined || password === undefined) return refuse(refusals.invalidBase64)
  if (state.pukFailures >= maxFailures) return refuse(refusals.pukBlocked)
  if (!isUser(user)) return refuse(refusals.userWrong)
  if (given !== puk) return refuse(refusals.pukWrong, { event: "puk_refused" })
  return password.length === passwordLength
    ? done({}, { event: "user_unblocked", user, password })
    : refuse(refusals.passwordInvalid)
}

/**
 * Text in base64, read as leniently as devices do: other characters are skipped. `undefined` when digits or padding at the
 * end are missing.
 */
const textOf = (base64: unknown): string | undefined => {
  if (!Predicate.isString(base64)) return undefined
  let digits = ""
  let padding = 0
  for (const character of base64) {
    if (/[A-Za-z0-9+/]/.test(character)) {
      digits += character
      padding = 0
    } else if (character === "=" && digits.length % 4 >= 2) {
      padding++
      if (digits.length % 4 + padding >= 4) return decoded(digits)
    }
  }
  return digits.length % 4 === 0 ? decoded(digits) : undefined
}

const decoded = (digits: string) => Buffer.from(digits, "base64").toString("utf8")

const refusedText = (given: unknown, password: string): DeviceOutcome | undefined => {
  const text = textOf(given)
  if (text === undefined) return refuse(refusals.invalidBase64)
  return text === password ? undefined : refuse(refusals.passwordWrong, { event: "password_refused" })
}

const isUser = (text: string): text is DeviceUser => text === "01" || text === "02"

// Devices and their documentation use two names for it, so both are accepted.
const missingNewPassword = ({ fields }: DeviceRequest) =>
  Object.hasOwn(fields, "NewPassword") || Object.hasOwn(fields, "NewPasswd")
    ? undefined
    : refuse(refusals.parameterMissing)

const newPassword = ({ fields }: DeviceRequest) => textOf(fields["NewPasswd"] ?? fields["NewPassword"])
