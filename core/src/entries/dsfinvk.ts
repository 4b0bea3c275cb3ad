// The export for the tax office, and its check.
export * as Ao146a from "../dsfinvk/Ao146a.ts"
export * as FiscalExports from "../dsfinvk/FiscalExports.ts"
export * as PackageCheck from "../dsfinvk/PackageCheck.ts"
export * as TillReports from "../dsfinvk/TillReports.ts"
