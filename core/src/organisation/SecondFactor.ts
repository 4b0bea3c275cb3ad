import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { SingleLine } from "../primitives/Text.ts"
import { ShownPassword } from "./Password.ts"

/** The number of recovery codes that a user gets. */
export const recoveryCodes = 10

/** A node that requires a second factor of the users at it and below. */
export class RequiringNode extends Schema.Class<RequiringNode>("RequiringNode")({
  node_id: Id,
  name: Schema.String
}) {}

/** The second factor of a user, without its secret. */
export class SecondFactorState extends Schema.Class<SecondFactorState>("SecondFactorState")({
  /** Since when signing in takes a code; null without a second factor. */
  enrolled_at: Schema.NullOr(Schema.DateTimeUtc),
  recovery_codes_left: Schema.Int,
  /** The node that requires it: the user's own or the next one above; null if none does. */
  required_by: Schema.NullOr(RequiringNode)
}) {}

/** The secret of an authenticator app that is being set up. It is shown this once. */
export class NewSecondFactor extends Schema.Class<NewSecondFactor>("NewSecondFactor")({
  /** For typing into the app: base32. */
  secret: Schema.String,
  /** For a QR code: an `otpauth` address with the same secret. */
  uri: Schema.String
}) {}

/** Codes of which each signs in once in place of the app's. They are shown this once. */
export class RecoveryCodes extends Schema.Class<RecoveryCodes>("RecoveryCodes")({
  recovery_codes: Schema.Array(Schema.String)
}) {}

export class BeginSecondFactorPayload extends Schema.Class<BeginSecondFactorPayload>("BeginSecondFactorPayload")({
  password: ShownPassword
}) {}

export class ConfirmSecondFactorPayload
  extends Schema.Class<ConfirmSecondFactorPayload>("ConfirmSecondFactorPayload")({ code: SingleLine })
{}

/** Password and code of a user who changes their second factor. */
export class SecondFactorProof extends Schema.Class<SecondFactorProof>("SecondFactorProof")({
  password: ShownPassword,
  /** The app's code, or a recovery code. */
  code: SingleLine
}) {}

/** Whether a node requires a second factor of its users. */
export class NodeSecondFactor extends Schema.Class<NodeSecondFactor>("NodeSecondFactor")({
  /** The setting of the node itself; it counts for all nodes below. */
  required: Schema.Boolean,
  /** The node itself or the next one above that requires it; null if none does. */
  required_by: Schema.NullOr(RequiringNode)
}) {}

export class UpdateNodeSecondFactor
  extends Schema.Class<UpdateNodeSecondFactor>("UpdateNodeSecondFactor")({ required: Schema.Boolean })
{}

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
