import { Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { nullOr } from "../base/OptionalField.ts"
import { CardAccessProvider, type CardCredentials, type CardGrant, type CardInvitation } from "./CardAccess.ts"
import { CardProvider, CardProviderError } from "./CardProvider.ts"
import { checkoutCalls } from "./SumUpCheckouts.ts"
import { connect, read } from "./SumUpHttp.ts"
import { transactionCalls } from "./SumUpTransactions.ts"

const seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 366 * 86_400 }))

/** Answer to a token request (RFC 6749, 5.1). Without a new refresh token the old one stays valid. */
const Token = Schema.Struct({
  access_token: Schema.NonEmptyString,
  expires_in: seconds,
  refresh_token: Schema.optionalKey(nullOr(Schema.NonEmptyString))
})

/** The client of SumUp's API. */
const make = Effect.gen(function*() {
  const connection = yield* connect
  const { baseOf, send } = connection

  const tokens = Effect.fnUntraced(function*(
    of: { readonly provider?: URL | null },
    form: Readonly<Record<string, string>>
  ) {
    const asked = yield* DateTime.now
    const request = HttpClientRequest.post(`${baseOf(of)}/token`).pipe(
      HttpClientRequest.bodyUrlParams(form),
      HttpClientRequest.acceptJson
    )
    const token = yield* Effect.flatMap(send(request), (answer) => read(Token, answer))
    return {
      access: {
        token: Redacted.make(token.access_token),
        expiresAt: DateTime.add(asked, { seconds: token.expires_in })
      },
      refreshToken: token.refresh_token == null ? null : Redacted.make(token.refresh_token)
    }
  })

  const renew = Effect.fn("SumUp.renew")(function*(credentials: CardCredentials) {
    const { clientId, clientSecret, refreshToken } = credentials
    const renewed = yield* tokens(credentials, {
      grant_type: "refresh_token",
      client_id: clientId,
      client_secret: Redacted.value(clientSecret),
      refresh_token: Redacted.value(refreshToken)
    })
    return { access: renewed.access, refreshToken: renewed.refreshToken ?? refreshToken }
  })

  const redeem = Effect.fn("SumUp.redeem")(function*(grant: CardGrant) {
    const { clientId, clientSecret, code, redirectUri } = grant
    const { access, refreshToken } = yield* tokens(grant, {
      grant_type: "authorization_code",
      client_id: clientId,
      client_secret: Redacted.value(clientSecret),
      code: Redacted.value(code),
      ...(redirectUri === null ? {} : { redirect_uri: redirectUri })
    })
    return refreshToken === null ? yield* new CardProviderError({ reason: "unreadable" }) : { access, refreshToken }
  })

  const authorizeUrl = (invitation: CardInvitation): URL => {
    const { clientId, redirectUri, state } = invitation
    const url = new URL(`${baseOf(invitation)}/authorize`)
    const parameters = { response_type: "code", client_id: clientId, redirect_uri: redirectUri, state }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url
  }

  return Context.make(CardProvider, { ...checkoutCalls(connection), ...transactionCalls(connection) }).pipe(
    Context.add(CardAccessProvider, { authorizeUrl, redeem, renew })
  )
})

/** The card provider over HTTP; requires an `HttpClient`. */
export const layer = Layer.effectContext(make)
