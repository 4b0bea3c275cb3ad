// Events, their settings and texts.
export * as EventCompleteness from "../event/EventCompleteness.ts"
export * as EventConfiguration from "../event/EventConfiguration.ts"
export * as EventConfigurations from "../event/EventConfigurations.ts"
export * as EventDesign from "../event/EventDesign.ts"
export * as EventDesigns from "../event/EventDesigns.ts"
export * as Events from "../event/Events.ts"
