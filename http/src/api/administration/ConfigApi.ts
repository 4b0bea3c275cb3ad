import { nullOr } from "@wristbank/core/base/OptionalField"
import { ConfigEntry } from "@wristbank/core/organisation/ConfigEntry"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

/** Settings that the web app needs before sign-in. */
export class PublicConfig extends Schema.Class<PublicConfig>("Config")({
  /** Whether it is a test system, whose money is not real. */
  test_mode: Schema.Boolean,
  /** What a test system shows everywhere; empty otherwise. */
  test_mode_message: Schema.String,
  /** Whether the events of the installation may take card payments at all. */
  sumup_topup_enabled_globally: Schema.Boolean,
  /** The address of the terminal API, without a slash at the end; registration codes of terminals carry it. */
  terminal_api_endpoint: Schema.String,
  /** Where the source code of the running version is; null if the installation does not say. */
  source_url: nullOr(Schema.String)
}) {}

const entries = Schema.Struct({
  /** The keys, in ascending order. */
  ids: Schema.Array(Schema.String),
  /** The values by key. */
  entities: Schema.Record(Schema.String, shown.configEntry)
})

/** Entries in their wire form. */
export const toEntryList = (list: ReadonlyArray<ConfigEntry>): typeof entries.Type => ({
  ids: list.map(({ key }) => key),
  entities: Object.fromEntries(list.map((entry) => [entry.key, entry]))
})

/** The configuration of the whole installation, whichever event. */
export class ConfigApi extends HttpApiGroup.make("config").add(
  /**
   * Show what applications need before sign-in.
   *
   * Whether the installation is a test system, where terminals reach it and where its source code is. Set by the operator of the
   * server, not through this API.
   */
  HttpApiEndpoint.get("publicConfig", "/public-config", { success: PublicConfig }).annotate(Needs, "nothing"),
  /**
   * List the values of the installation.
   *
   * Values that applications store under a key, by key. In place of numbers, `ids` has the keys. Not for secrets: every
   * administrator of the installation can read them.
   */
  HttpApiEndpoint.get("list", "/config", { success: entries }).middleware(SignInRequired),
  /**
   * Store a value of the installation.
   *
   * Creates the value of a key or replaces it. The server itself reads none of these values.
   */
  HttpApiEndpoint.post("set", "/config", { headers: ifMatch, payload: ConfigEntry, success: shown.configEntry })
    .middleware(SignInRequired)
).annotate(Needs, ["node_administration"]) {}
