import type { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import type { Configuration } from "@wristbank/core/base/Configuration"
import { CardTokens } from "@wristbank/core/card/CardTokens"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { ReceiptPrinter } from "@wristbank/core/fiscal/ReceiptPrinter"
import { PortalHosts } from "@wristbank/core/guest/PortalHosts"
import { Books } from "@wristbank/core/journal/Books"
import type { MailTransport } from "@wristbank/core/mail/MailTransport"
import { KnownSenders } from "@wristbank/core/organisation/KnownSenders"
import { PrintedCodes } from "@wristbank/core/organisation/PrintedCodes"
import { Refusals } from "@wristbank/core/organisation/Refusals"
import type { Secrets } from "@wristbank/core/organisation/Secrets"
import { SignInLimits } from "@wristbank/core/organisation/SignInLimits"
import { TokenLookups } from "@wristbank/core/organisation/TokenLookups"
import type { ShopConnection } from "@wristbank/core/presale/ShopConnection"
import { ShopLimits } from "@wristbank/core/presale/ShopLimits"
import { ReportPrinter } from "@wristbank/core/report/ReportDocuments"
import type { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { LogCopyWatch } from "@wristbank/core/sql/LogCopies"
import type { ManagementConnection } from "@wristbank/core/till/DeviceManagement"
import { TerminalHeartbeats } from "@wristbank/core/till/TerminalHeartbeats"
import * as Wristbank from "@wristbank/core/Wristbank"
import { type Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { everyService } from "../support/administration.ts"
import { configurationLayer } from "../support/cardProvider.ts"
import { databaseLayer } from "../support/database.ts"
import { secretsLayer } from "../support/secrets.ts"

/** What differs by program; every other service brings itself. */
type OfPrograms =
  | AnonymousCalls
  | Configuration
  | MailTransport
  | ManagementConnection
  | PgClient.PgClient
  | Secrets
  | ShopConnection
  | SqlClient.SqlClient

/** The services that remember something, limit something or own a thread. */
const single = [
  Books,
  CardTokens,
  EventConfigurations,
  KnownSenders,
  LogCopyWatch,
  PortalHosts,
  PrintedCodes,
  ReceiptPrinter,
  Refusals,
  ReportPrinter,
  ShopLimits,
  SignInLimits,
  TerminalHeartbeats,
  TokenLookups
]

/** A memory of layers that notes each instance of a service that a layer makes, also of those that no program sees. */
const noting = (made: Map<string, Set<unknown>>): Layer.MemoMap => {
  const memory = Layer.makeMemoMapUnsafe()
  const memoize = memory.getOrElseMemoize.bind(memory)
  const note = (context: Context.Context<never>) =>
    Effect.sync(() => {
      for (const [key, service] of context.mapUnsafe) made.set(key, (made.get(key) ?? new Set()).add(service))
    })
  const noted: Pick<Layer.MemoMap, "getOrElseMemoize"> = {
    getOrElseMemoize: (one, scope, build) =>
      memoize(one, scope, (within, until) => Effect.tap(build(within, until), note))
  }
  return Object.assign(memory, noted)
}

layer(Layer.mergeAll(databaseLayer, secretsLayer, configurationLayer), { excludeTestServices: true })(
  "the whole application",
  (it) => {
    it.effect("has each service once, however many bring it", () =>
      Effect.gen(function*() {
        const made = new Map<string, Set<unknown>>()
        const needs: Layer.Layer<never, unknown, OfPrograms> = Wristbank.layer
        assert.isTrue(Layer.isLayer(needs))
        yield* Layer.buildWithMemoMap(everyService, noting(made), yield* Effect.scope)
        for (const { key } of single) assert.strictEqual(made.get(key)?.size, 1, key)
        const several = Array.from(made).filter(([key, all]) => key.startsWith("core/") && all.size > 1)
        assert.deepStrictEqual(several.map(([key]) => key), [])
      }).pipe(Effect.scoped))
  }
)
