import { SecondFactorRepository } from "@wristbank/core/organisation/SecondFactorRepository"
import { SecondFactorResets } from "@wristbank/core/organisation/SecondFactorResets"
import { SessionRepository } from "@wristbank/core/organisation/SessionRepository"
import { Layer } from "effect"
import { commandLayer } from "../shell/CommandLayer.ts"

/** The services for resetting second factors, on the database of the command. */
export const secondFactorLayer = SecondFactorResets.layer.pipe(
  Layer.provide(Layer.merge(SecondFactorRepository.layer, SessionRepository.layer)),
  Layer.provide(commandLayer)
)
