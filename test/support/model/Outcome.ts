/** What a step comes to, the same for the model and the server: "done" or the name of the refusal, and amounts in cents. */
export interface Outcome {
  readonly said: string
  readonly [field: string]: unknown
}

export const done = (fields: Readonly<Record<string, unknown>> = {}): Outcome => ({ said: "done", ...fields })

export const refused = (said: string): Outcome => ({ said })
