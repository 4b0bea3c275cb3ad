import { Option, Result, Schema } from "effect"
import { Answer } from "./TseCommand.ts"
import { type BadTseFrame, decode, type TseFields } from "./TseFrame.ts"

/** Requests of one connection that wait for their answers, by id. Ids ascend from 0 and are never reused. */
export interface PendingRequests<Waiter> {
  readonly next: number
  readonly waiting: ReadonlyMap<number, Waiter>
}

/** A request that waits for an answer. */
export interface Asked {
  readonly command: { readonly name: string }
}

/** Why a message answers no request: it is late, repeated, unasked or unreadable. */
export type Ignored = BadTseFrame["reason"] | "binary" | "event" | "answer" | "request_id" | "command"

/** The answer to a request. */
export interface Answered<Waiter> {
  readonly _tag: "answered"
  readonly waiter: Waiter
  readonly answer: Answer
  readonly fields: TseFields
}

/** The meaning of a message from the device. */
export type Received<Waiter> = Answered<Waiter> | { readonly _tag: "ignored"; readonly reason: Ignored }

export const none = <Waiter extends Asked>(): PendingRequests<Waiter> => ({ next: 0, waiting: new Map() })

/** Gives a request its id. */
export const issue = <Waiter extends Asked>(
  requests: PendingRequests<Waiter>,
  waiter: Waiter
): readonly [number, PendingRequests<Waiter>] => [
  requests.next,
  { next: requests.next + 1, waiting: new Map(requests.waiting).set(requests.next, waiter) }
]

/** Removes a request; its answer will be ignored. */
export const forget = <Waiter extends Asked>(
  requests: PendingRequests<Waiter>,
  id: number
): PendingRequests<Waiter> => {
  const waiting = new Map(requests.waiting)
  waiting.delete(id)
  return { next: requests.next, waiting }
}

/** Finds the request that a message answers. No message ends the connection. */
export const receive = <Waiter extends Asked>(
  requests: PendingRequests<Waiter>,
  message: string | Uint8Array
): readonly [Received<Waiter>, PendingRequests<Waiter>] => {
  const ignored = (reason: Ignored) => [{ _tag: "ignored", reason }, requests] as const
  if (typeof message !== "string") return ignored("binary")
  const frame = decode(message)
  if (Result.isFailure(frame)) return ignored(frame.failure.reason)
  const fields = frame.success
  const answer = Option.getOrUndefined(readAnswer(fields))
  if (answer === undefined) return ignored("event" in fields ? "event" : "answer")
  const waiter = requests.waiting.get(answer.PingPong)
  if (waiter === undefined) return ignored("request_id")
  // Errors may lack the name of their command.
  const named = answer.Command ?? (answer.Status === "error" ? waiter.command.name : undefined)
  if (named !== waiter.command.name) return ignored("command")
  return [{ _tag: "answered", waiter, answer, fields }, forget(requests, answer.PingPong)]
}

const readAnswer = Schema.decodeUnknownOption(Answer)
