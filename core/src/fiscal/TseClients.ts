import { Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { TseConnection, TseError } from "../tse/TseDevice.ts"
import type { ConnectedTse } from "./ConnectedTse.ts"
import { reactionTo } from "./Signature.ts"
import { TillTseRepository } from "./TillTseRepository.ts"
import type { TseOwner } from "./TseOwner.ts"

/** What becomes of the clients of a device. */
export interface ClientPlan {
  /** Strangers, and tills that another device signs for: to be taken from it. */
  readonly deregister: ReadonlyArray<string>
  /** It knows them, and nobody noted so. */
  readonly noteRegistered: ReadonlyArray<string>
  /** It does not know them any more, and nobody noted so. */
  readonly noteDeregistered: ReadonlyArray<string>
}

/**
 * Decides which clients leave a device, and what lacks in its history: a process may have ended between the change at
 * the device and its record. Tills become known to it with their first order.
 *
 * @param known clients that the device lists
 * @param tills those that it signs for
 * @param noted clients that are registered at it according to the history
 */
export const planClients = (
  known: ReadonlyArray<string>,
  tills: ReadonlyArray<string>,
  noted: ReadonlyArray<string>
): ClientPlan => ({
  deregister: known.filter((client) => !tills.includes(client)).toSorted(),
  noteRegistered: known.filter((client) => tills.includes(client) && !noted.includes(client)),
  noteDeregistered: noted.filter((client) => !known.includes(client))
})

const Client = Schema.Struct({ client: Schema.String })

/** Which tills are registered at which devices. */
export class TseClients extends Context.Service<TseClients>()("core/TseClients", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const history = yield* TillTseRepository
    const tillsOf = SqlSchema.findAll({
      Request: Schema.Any,
      Result: Client,
      execute: ({ eventId, tseId }: TseOwner) =>
        sql`select id::text as client from till where event_id = ${eventId} and tse_id = ${tseId} order by id`
    })
    const notedOf = SqlSchema.findAll({
      Request: Schema.Any,
      Result: Client,
      execute: ({ eventId, tseId }: TseOwner) =>
        sql`select client_id as client from (
            select distinct on (client_id) client_id, what from till_tse_history
            where event_id = ${eventId} and tse_id = ${tseId} order by client_id, id desc
          ) as newest where what = 'register' order by client_id`
    })

    const note = ({ eventId, tseId }: TseOwner, what: "register" | "deregister", clients: ReadonlyArray<string>) =>
      clients.length === 0
        ? Effect.void
        : Effect.asVoid(history.note(eventId, clients.map((clientId) => ({ tseId, clientId, what }))))

    /** A client with a transaction that is open stays until the next time; what harms the device ends it all. Says if it left. */
    const deregister = Effect.fnUntraced(function*(owner: TseOwner, device: TseConnection, client: string) {
      return yield* device.deregister(client).pipe(
        Effect.andThen(Effect.as(note(owner, "deregister", [client]), true)),
        Effect.catchTag("TseError", (error) =>
          reactionTo(error) === "go_on" || reactionTo(error) === "register"
            ? Effect.as(Effect.logWarning(`The client ${client} stays at its signing device: ${error.message}`), false)
            : Effect.fail(error))
      )
    })

    /** Takes from the device whoever is not one of its tills; afterwards it is known which of them it knows. */
    const refresh = Effect.fn("TseClients.refresh")(function*(device: ConnectedTse) {
      const { connection, owner } = device
      const known = yield* connection.clients
      const tills = yield* names(tillsOf(owner))
      const plan = planClients(known, tills, yield* names(notedOf(owner)))
      yield* note(owner, "deregister", plan.noteDeregistered)
      yield* note(owner, "register", plan.noteRegistered)
      const left = yield* Effect.filter(plan.deregister, (client) => deregister(owner, connection, client))
      device.clientCount = known.length - left.length
      device.known.clear()
      for (const client of known) if (tills.includes(client)) device.known.add(client)
    })

    /** Makes a till known to the device. One that is full is rid of strangers, and asked once more. */
    const register = Effect.fn("TseClients.register")(function*(device: ConnectedTse, client: string) {
      device.known.delete(client)
      const told = device.connection.register(client)
      yield* Effect.catchTag(
        told,
        "TseError",
        (error) => error.kind === "client_limit" ? Effect.andThen(refresh(device), told) : Effect.fail(error)
      )
      yield* note(device.owner, "register", [client])
      device.known.add(client)
      device.clientCount += 1
    })

    return {
      refresh,
      register,

      /** Asks on behalf of a till. If the device does not know the till, registers it and asks once more. */
      ask: <A>(device: ConnectedTse, client: string, question: Effect.Effect<A, TseError>) =>
        Effect.catchTag(
          question,
          "TseError",
          (error) =>
            reactionTo(error) === "register"
              ? Effect.andThen(register(device, client), question)
              : Effect.fail(error)
        ).pipe(
          Effect.map(Result.succeed<A>),
          Effect.catchTag("TseError", (error) => Effect.succeed(Result.fail(error)))
        ),

      /** Takes all tills from a device that has just been disabled, and records as gone those it still has. */
      leave: Effect.fn("TseClients.leave")(function*(owner: TseOwner, device: TseConnection) {
        const known = yield* device.clients
        yield* Effect.forEach(known, (client) => deregister(owner, device, client), { discard: true })
      }, (effect, owner) =>
        Effect.ensuring(
          Effect.catchTag(effect, "TseError", (error) =>
            Effect.logWarning(`A signing device that is out of use kept its clients: ${error.message}`)),
          Effect.ignore(history.noteGone(owner.eventId, owner.tseId), { log: "Warn" })
        ))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const names = <E, R>(rows: Effect.Effect<ReadonlyArray<typeof Client.Type>, E, R>) =>
  Effect.map(rows, (clients) => clients.map(({ client }) => client))
