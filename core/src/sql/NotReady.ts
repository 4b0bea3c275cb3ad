import { Schema } from "effect"

/** The process runs, but calls would fail: its database does not answer or lacks the schema of this version. */
export class NotReady
  extends Schema.TaggedError<NotReady>()("NotReady", { message: Schema.String }, { httpApiStatus: 503 })
{}
