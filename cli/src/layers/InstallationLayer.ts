import { Installation } from "@wristbank/core/organisation/Installation"
import { RoleRepository } from "@wristbank/core/organisation/RoleRepository"
import { Layer } from "effect"
import { commandLayer } from "../shell/CommandLayer.ts"

/** The services for making an administrator, on the database of the command. */
export const installationLayer = Installation.layer.pipe(
  Layer.provide(RoleRepository.layer),
  Layer.provide(commandLayer)
)
