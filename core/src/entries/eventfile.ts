// An event as a file: its schema, its text, the steps that make an event as a file describes it, the service that does them, and
// copies of events.
export * as EventCopies from "../eventfile/EventCopies.ts"
export * as EventCopy from "../eventfile/EventCopy.ts"
export * as EventFile from "../eventfile/EventFile.ts"
export * as EventFileInvalid from "../eventfile/EventFileInvalid.ts"
export * as EventFiles from "../eventfile/EventFiles.ts"
export * as EventFileSchema from "../eventfile/EventFileSchema.ts"
export * as EventFileText from "../eventfile/EventFileText.ts"
export * as EventPlan from "../eventfile/EventPlan.ts"
export * as PlanReport from "../eventfile/PlanReport.ts"
