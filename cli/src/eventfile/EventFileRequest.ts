import { userAt } from "@wristbank/core/event/EventCaller"
import { EventFiles } from "@wristbank/core/eventfile/EventFiles"
import { Access } from "@wristbank/core/organisation/Access"
import { PresaleSettings } from "@wristbank/core/presale/PresaleSettings"
import { Effect } from "effect"
import { systemAccount } from "../flags/CallerFlags.ts"
import { readEventFile } from "./EventFileInput.ts"

/** The flags of a command about the file of an event, as they are given. */
export interface EventFileFlags {
  readonly as: string
  readonly event?: string | undefined
  readonly keep: boolean
  readonly "renew-secrets"?: boolean
}

/** What the file at a path asks of its event, in the name of the user of the flags. */
export const eventFileRequest = Effect.fnUntraced(function*(path: string, flags: EventFileFlags) {
  const { contents, locate } = yield* readEventFile(path)
  const access = yield* Access
  const files = yield* EventFiles
  const presale = yield* PresaleSettings
  const target = flags.event === undefined ? undefined : { eventId: yield* files.find(flags.event) }
  const nodeId = yield* files.nodeOf({ contents, target })
  const { id: userId } = yield* userAt(yield* access.node(nodeId), flags.as)
  const request = {
    author: { userId, by: systemAccount() },
    contents,
    target,
    variables: process.env,
    options: { keep: flags.keep, renewSecrets: flags["renew-secrets"] === true },
    checkShop: presale.check
  }
  return { file: path, locate, request }
})
