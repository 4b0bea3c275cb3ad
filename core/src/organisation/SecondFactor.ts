import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { PastedLine } from "../base/Text.ts"
import { ShownPassword } from "./Password.ts"

/** The number of recovery codes that a user gets. */
export const recoveryCodes = 10

/** A node that requires a second factor of the users at it and below. */
export class RequiringNode extends Schema.Class<RequiringNode>("RequiringNode")({
  /** The node. */
  node_id: Id,
  name: Schema.String
}) {}

/** The second factor of a user, without its secret. */
export class SecondFactorState extends Schema.Class<SecondFactorState>("SecondFactorState")({
  /** Since when signing in takes a code; null without a second factor. */
  enrolled_at: nullOr(Schema.DateTimeUtc),
  /** How many recovery codes are not used up, of 10. */
  recovery_codes_left: Schema.Int,
  /** The node that requires a second factor: the user's own or the next one above; null if none does. */
  required_by: nullOr(RequiringNode)
}) {}

/** The secret of an authenticator app that is being set up. It is shown this once. */
export class NewSecondFactor extends Schema.Class<NewSecondFactor>("NewSecondFactor")({
  /** The secret for typing into the app, in base32; shown this once. */
  secret: Schema.String,
  /** The same secret for a QR code, as an `otpauth` address. */
  uri: Schema.String
}) {}

/** Codes of which each signs in once in place of the app's. They are shown this once. */
export class RecoveryCodes extends Schema.Class<RecoveryCodes>("RecoveryCodes")({
  /** Ten codes, of which each signs in once in place of the app's; shown this once. */
  recovery_codes: Schema.Array(Schema.String)
}) {}

/** The password with which a user begins to set up a second factor. */
export class BeginSecondFactorPayload extends Schema.Class<BeginSecondFactorPayload>("BeginSecondFactorPayload")({
  /** The caller's password. */
  password: ShownPassword
}) {}

/** The first code of a new authenticator app, which shows that it works. */
export class ConfirmSecondFactorPayload extends Schema.Class<ConfirmSecondFactorPayload>("ConfirmSecondFactorPayload")({
  /** The six digits that the app shows now. */
  code: PastedLine
}) {}

/** Password and code of a user who changes their second factor. */
export class SecondFactorProof extends Schema.Class<SecondFactorProof>("SecondFactorProof")({
  /** The caller's password. */
  password: ShownPassword,
  /** The six digits that the app shows now, or a recovery code. */
  code: PastedLine
}) {}

/** Whether a node requires a second factor of its users. */
export class NodeSecondFactor extends Schema.Class<NodeSecondFactor>("NodeSecondFactor")({
  /** Whether the node itself requires a second factor; it counts for all nodes below. */
  required: Schema.Boolean,
  /** The node itself or the next one above that requires a second factor; null if none does. */
  required_by: nullOr(RequiringNode)
}) {}

/** Whether a node requires a second factor of its users. */
export class UpdateNodeSecondFactor extends Schema.Class<UpdateNodeSecondFactor>("UpdateNodeSecondFactor")({
  /** Whether users of the node and of the nodes below need a second factor. */
  required: Schema.Boolean
}) {}

/** What a typed code can be. */
export type TypedCode = { readonly kind: "totp" | "recovery_code"; readonly code: string }

/** Reads a code as people type it, with blanks, hyphens and small letters; undefined if it has the form of none. */
export const readCode = (typed: string): TypedCode | undefined => {
  const code = typed.replaceAll(/[\s-]/g, "").toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: "totp", code }
  return /^[A-Z2-7]{24}$/.test(code) ? { kind: "recovery_code", code } : undefined
}

/** A recovery code as it is shown: four groups of six. */
export const showRecoveryCode = (code: string): string => (code.match(/.{6}/g) ?? []).join("-").toLowerCase()
