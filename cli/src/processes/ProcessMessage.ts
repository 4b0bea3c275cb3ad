import type { Destination } from "@wristbank/core/base/Destination"
import type { Addresses } from "@wristbank/http/server/main"

/** What a server process needs besides the settings, which it reads itself. Only the two processes have the channel. */
export interface Assignment {
  readonly databaseUrl: string
  readonly secretKey: string
  readonly previousSecretKeys: ReadonlyArray<string>
  /** The folder of the built web applications: the same for all processes, also after a new build. */
  readonly webFolder: string | undefined
  readonly demo: DemoAssignment | null
}

/** What the demo adds to a server process. */
export interface DemoAssignment {
  readonly places: {
    readonly device: Destination | null
    readonly ticketShop: Destination | null
    readonly deviceManagement: Destination | null
  }
  readonly cards: { readonly eventName: string; readonly merchantCode: string; readonly url: string } | null
  readonly tags: { readonly eventName: string; readonly tags: ReadonlyArray<TagAssignment> } | null
  /** The demo festival whose guide the process shows; null when the database holds other events. */
  readonly eventId: bigint | null
}

interface TagAssignment {
  readonly uid_hex: string
  readonly name: string
  readonly description: string
  readonly holder: "guest" | "staff"
}

/** Messages of the main process to a server process. */
export type ToProcess =
  | {
    readonly _tag: "Assigned"
    readonly assignment: Assignment
    /** Which of the server processes it is, from 1 on, and of how many. */
    readonly number: number
    readonly count: number
  }
  | { readonly _tag: "MetricsWanted"; readonly id: number }

/** Messages of a server process to the main process. */
export type FromProcess =
  /** It has loaded its code. */
  | { readonly _tag: "Loaded" }
  | { readonly _tag: "Serving"; readonly addresses: Addresses }
  /** It can't serve. With `isDefect` the message is the cause of a fault of Wristbank. */
  | { readonly _tag: "Failed"; readonly message: string; readonly isDefect: boolean }
  /** Its metrics as text in the format of Prometheus. */
  | { readonly _tag: "Metrics"; readonly id: number; readonly text: string }
