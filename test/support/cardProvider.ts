import { FakeSumUp } from "@wristbank/cli/stand-ins/card-provider/FakeSumUp"
import { Configuration } from "@wristbank/core/config/Configuration"
import { Effect, Layer } from "effect"
import { loopback } from "./loopback.ts"

/** The settings of the tests, by which card payments are asked of the fake. */
const configurationOf = ({ url }: FakeSumUp["Service"]) =>
  Configuration.layer({ environment: { ...loopback, WRISTBANK_SUMUP_URL: url } })

/** Settings for services that share a fake provider with others. */
export const sharedConfiguration = Layer.unwrap(Effect.map(FakeSumUp, configurationOf))

/** Settings together with a fake provider of their own. */
export const configurationLayer = Layer.provideMerge(sharedConfiguration, FakeSumUp.layer)
