// Settings of an installation.
export * as Configuration from "../config/Configuration.ts"
