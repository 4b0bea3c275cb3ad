import { Configuration } from "@wristbank/core/base/Configuration"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { Effect, Layer } from "effect"
import { loopback } from "./loopback.ts"

/** Test settings by which card payments go to the fake provider. */
const configurationOf = ({ url }: FakeSumUp["Service"]) =>
  Configuration.layer({ environment: { ...loopback, WRISTBANK_SUMUP_URL: url } })

/** Settings for services that share a fake provider with others. */
export const sharedConfiguration = Layer.unwrap(Effect.map(FakeSumUp, configurationOf))

/** Settings together with a fake provider of their own. */
export const configurationLayer = Layer.provideMerge(sharedConfiguration, FakeSumUp.layer)
