import { Effect, Schema, SchemaTransformation } from "effect"

/**
 * Null or a value. Null stands first: the JSON form of an amount or id takes anything, so it would be tried for each null,
 * and its failure costs as much as ten fields.
 */
export const nullOr = <S extends Schema.Constraint>(schema: S) => Schema.Union([Schema.Null, schema])

/** A field that may be null or absent: both mean null. */
export const orNull = <S extends Schema.Constraint>(schema: S) =>
  nullOr(schema).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))

/** A field that may be absent, which means the value; null is refused unless the schema takes it. */
export const orElse = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

/** A field that may be null or absent: both mean the same value, which published terminals leave out. */
export const orDefault = <A, E>(schema: Schema.Codec<A, E>, value: A) =>
  orNull(schema).pipe(
    Schema.decodeTo(
      Schema.toType(schema),
      SchemaTransformation.transform({
        decode: (given: A | null): A => given ?? value,
        encode: (given: A): A | null => given
      })
    )
  )
