import { assert, describe, it } from "@effect/vitest"
import { cookieName, cookieToken, csrfTokenOf, hasCsrfToken } from "@wristbank/http/server/edge/SessionCookie"
import fc from "fast-check"

const tokens = fc.stringMatching(/^[\w-]{43}$/)

describe("the cookie of a session", () => {
  it("is read back whatever cookies stand beside it", () =>
    fc.assert(fc.property(
      tokens,
      fc.array(fc.stringMatching(/^[a-z]{1,8}=[^;, ]{0,20}$/)),
      fc.boolean(),
      fc.nat(20),
      (token, others, secure, place) => {
        const cookies = others.toSpliced(Math.min(place, others.length), 0, `${cookieName(secure)}=${token}`)
        assert.strictEqual(cookieToken({ cookie: cookies.join("; ") }, secure), token)
        assert.isUndefined(cookieToken({ cookie: cookies.join("; ") }, !secure), "its name depends on TLS")
        assert.isNull(cookieToken({ cookie: `${cookies.join("; ")}; ${cookieName(secure)}=x` }, secure))
      }
    )))

  it("is refused with any other value", () =>
    fc.assert(fc.property(fc.string({ maxLength: 5_000 }), (value) => {
      const isOurs = /^[\w-]{43}$/.test(value.split(";", 1)[0]!.trim())
      const read = cookieToken({ cookie: `wristbank-office=${value}` }, false)
      assert.strictEqual(read === null, !isOurs)
    })))

  it("counts with the token of its own session alone", () =>
    fc.assert(fc.property(tokens, tokens, fc.string(), (token, other, text) => {
      const shows = (csrf: string | undefined, site?: string) =>
        hasCsrfToken({ "x-csrf-token": csrf, "sec-fetch-site": site }, token)
      assert.isTrue(shows(csrfTokenOf(token)) && shows(csrfTokenOf(token), "same-origin"))
      assert.strictEqual(shows(csrfTokenOf(other)), other === token)
      for (const shown of [undefined, text, token, `${csrfTokenOf(token)}x`]) assert.isFalse(shows(shown))
      for (const site of ["cross-site", "same-site", "none", text]) assert.isFalse(shows(csrfTokenOf(token), site))
      assert.notInclude(csrfTokenOf(token), token)
    })))
})
