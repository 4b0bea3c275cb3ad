// The export for the tax office, and its check.
export * as Ao146a from "../fiscal/Ao146a.ts"
export * as FiscalExports from "../fiscal/FiscalExports.ts"
export * as PackageCheck from "../fiscal/PackageCheck.ts"
export * as TillReports from "../fiscal/TillReports.ts"
