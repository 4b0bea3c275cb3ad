import { Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import { unencoded } from "../sql/Unencoded.ts"
import type { TseConnection, TseError } from "../tse/TseDevice.ts"
import * as DeviceSession from "./DeviceSession.ts"
import { reactionTo } from "./Signature.ts"
import { TillTseRepository } from "./TillTseRepository.ts"
import type { TseOwner } from "./TseOwner.ts"

/** Changes that bring a device, its tills and the history of its clients into agreement. */
export interface ClientPlan {
  /** Clients of the device that are none of its tills; to be deregistered. */
  readonly deregister: ReadonlyArray<string>
  /** Tills that the device knows and the history lacks. */
  readonly recordRegistered: ReadonlyArray<string>
  /** Clients that the history has as registered and the device does not know. */
  readonly recordDeregistered: ReadonlyArray<string>
}

/**
 * Decides which clients are deregistered, and which changes the history lacks because a process ended between a change at the
 * device and its record. Tills that the device does not know are registered with their first order.
 *
 * @param listed clients that the device knows
 * @param tills that the device signs for
 * @param recorded clients that are registered according to the history
 */
export const planClients = (
  listed: ReadonlyArray<string>,
  tills: ReadonlyArray<string>,
  recorded: ReadonlyArray<string>
): ClientPlan => ({
  deregister: listed.filter((client) => !tills.includes(client)).toSorted(),
  recordRegistered: listed.filter((client) => tills.includes(client) && !recorded.includes(client)),
  recordDeregistered: recorded.filter((client) => !listed.includes(client))
})

/** A device's answer, and the session after it. */
export interface DeviceAnswer<A> {
  readonly session: DeviceSession.DeviceSession
  readonly answer: Result.Result<A, TseError>
}

const Client = Schema.Struct({ client: Schema.String })

/** Which tills are registered at which devices. */
export class TseClients extends Context.Service<TseClients>()("core/TseClients", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const history = yield* TillTseRepository
    const tillsOf = SqlSchema.findAll({
      Request: unencoded<TseOwner>(),
      Result: Client,
      execute: ({ eventId, tseId }) =>
        sql`select id::text as client from till where event_id = ${eventId} and tse_id = ${tseId} order by id`
    })
    const recordedOf = SqlSchema.findAll({
      Request: unencoded<TseOwner>(),
      Result: Client,
      execute: ({ eventId, tseId }) =>
        sql`select client_id as client from (
            select distinct on (client_id) client_id, what from till_tse_history
            where event_id = ${eventId} and tse_id = ${tseId} order by client_id, id desc
          ) as newest where what = 'register' order by client_id`
    })

    const record = ({ eventId, tseId }: TseOwner, what: "register" | "deregister", clients: ReadonlyArray<string>) =>
      clients.length === 0
        ? Effect.void
        : Effect.asVoid(history.record(eventId, clients.map((clientId) => ({ tseId, clientId, what }))))

    /**
     * Deregisters a client and returns whether the device did. It may refuse, as for a client with an open transaction; then
     * the client stays for now. Fails when the error concerns the whole device.
     */
    const deregister = Effect.fnUntraced(function*(owner: TseOwner, connection: TseConnection, client: string) {
      return yield* connection.deregister(client).pipe(
        Effect.andThen(Effect.as(record(owner, "deregister", [client]), true)),
        Effect.catchTag("TseError", (error) =>
          reactionTo(error) === "goOn" || reactionTo(error) === "register"
            ? Effect.as(Effect.logWarning(`The client ${client} stays at its signing device: ${error.message}`), false)
            : Effect.fail(error))
      )
    })

    /** Has the device list its clients and deregisters those that are none of its tills. */
    const refresh = Effect.fn("TseClients.refresh")(function*(session: DeviceSession.DeviceSession) {
      const { connection, owner } = session.device
      const listed = yield* connection.clients
      const tills = yield* names(tillsOf(owner))
      const plan = planClients(listed, tills, yield* names(recordedOf(owner)))
      yield* record(owner, "deregister", plan.recordDeregistered)
      yield* record(owner, "register", plan.recordRegistered)
      const deregistered = yield* Effect.filter(plan.deregister, (client) => deregister(owner, connection, client))
      return DeviceSession.clientsListed(session, listed, tills, deregistered.length)
    })

    /** Registers a till. If the device takes no more clients, deregisters unknown ones and asks once more. */
    const register = Effect.fn("TseClients.register")(
      function*(before: DeviceSession.DeviceSession, client: string) {
        const { connection, owner } = before.device
        let session = DeviceSession.clientUnknown(before, client)
        let answer = yield* Effect.result(connection.register(client))
        if (Result.isFailure(answer) && answer.failure.kind === "client_limit") {
          const refreshed = yield* refresh(session).pipe(
            Effect.map((listed) => Result.succeed(listed)),
            Effect.catchTag("TseError", (error) => Effect.succeed(Result.fail(error)))
          )
          if (Result.isFailure(refreshed)) return { session, answer: Result.fail(refreshed.failure) }
          session = refreshed.success
          answer = yield* Effect.result(connection.register(client))
        }
        if (Result.isFailure(answer)) return { session, answer }
        yield* record(owner, "register", [client])
        return { session: DeviceSession.clientRegistered(session, client), answer }
      }
    )

    /** Asks on behalf of a till. If the device does not know the till, registers it and asks once more. */
    const ask = <A>(session: DeviceSession.DeviceSession, client: string, question: Effect.Effect<A, TseError>) =>
      Effect.gen(function*(): Effect.fn.Return<DeviceAnswer<A>, SqlError.SqlError | Schema.SchemaError> {
        const answer = yield* Effect.result(question)
        if (Result.isSuccess(answer) || reactionTo(answer.failure) !== "register") return { session, answer }
        const registered = yield* register(session, client)
        return Result.isFailure(registered.answer)
          ? { session: registered.session, answer: Result.fail(registered.answer.failure) }
          : { session: registered.session, answer: yield* Effect.result(question) }
      })

    return {
      ask,
      refresh,
      register,

      /** Deregisters all clients of a device that has just been disabled, and records as gone those that it keeps. */
      deregisterAll: Effect.fn("TseClients.deregisterAll")(
        function*({ connection, owner }: DeviceSession.ConnectedTse) {
          const listed = yield* connection.clients
          yield* Effect.forEach(listed, (client) => deregister(owner, connection, client), { discard: true })
        },
        (effect, { owner }) =>
          Effect.ensuring(
            Effect.catchTag(effect, "TseError", (error) =>
              Effect.logWarning(`A signing device that is out of use kept its clients: ${error.message}`)),
            Effect.ignore(history.recordGone(owner.eventId, owner.tseId), { log: "Warn" })
          )
      )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(TillTseRepository.layer))
}

const names = <E, R>(rows: Effect.Effect<ReadonlyArray<typeof Client.Type>, E, R>) =>
  Effect.map(rows, (clients) => clients.map(({ client }) => client))
