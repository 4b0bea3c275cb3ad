import { Context } from "effect"

/** Services of the application, as their keys show. Values of references decide things while an effect runs. */
const ofApplication = /^(?:core|http|cli)\/(?!reference\/)/

/**
 * A context without the services of the application, for effects that hold what they need. An effect that is given a service
 * may copy its whole context, and the application has 200 services.
 */
export const withoutApplication = <R>(services: Context.Context<R>): Context.Context<R> =>
  Context.makeUnsafe(new Map(Array.from(services.mapUnsafe).filter(([key]) => !ofApplication.test(key))))
