// An event as a file: its schema, its text, the steps that make an event as a file describes it.
export * as EventFile from "../eventfile/EventFile.ts"
export * as EventFileText from "../eventfile/EventFileText.ts"
export * as EventPlan from "../eventfile/EventPlan.ts"
