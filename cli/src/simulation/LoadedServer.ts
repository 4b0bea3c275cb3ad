import { prefixes } from "@wristbank/http/server/Prefixes"
import type { LoadedSite } from "@wristbank/stand-ins/simulation/LoadTest"
import { SiteFault } from "@wristbank/stand-ins/simulation/SiteClient"
import { Effect, Redacted } from "effect"
import { signedInCalls } from "../remote/SignIn.ts"

/** The installation at which this account is signed in; all APIs must be at the common address. */
export const siteOf = Effect.fnUntraced(function*(folder: string, typed: string) {
  const { session } = yield* signedInCalls(folder, typed, 30)
  const common = session.api.endsWith(prefixes.administration)
    ? session.api.slice(0, -prefixes.administration.length)
    : yield* new SiteFault({
      message: `${session.server} has the administration API alone: sign in at the common address`
    })
  return {
    administration: session.api,
    terminals: common + prefixes.terminal,
    token: Redacted.value(session.token)
  } satisfies LoadedSite
})
