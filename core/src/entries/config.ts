// Settings of an installation.
export * as Configuration from "../base/Configuration.ts"
export * as Settings from "../base/Settings.ts"
