import { PortalConfigs } from "./PortalConfigs.ts"

/** The services of this room; they need those of `organisation`. */
export const layer = PortalConfigs.layer
