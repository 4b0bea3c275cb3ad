// Settings of an installation.
export * as Configuration from "../config/Configuration.ts"
export * as Settings from "../config/Settings.ts"
