/**
 * The names of the cookie with the token of a session. Over TLS it has the prefix with which browsers accept it only over TLS,
 * from this host, and for all its paths (RFC 6265bis, section 4.1.3.2). So no one on a network without TLS, and no other
 * host of the domain, can plant one.
 */
export const cookieNames = { overTls: "__Host-wristbank-office", plain: "wristbank-office" } as const

/** How calls show the session of the web application, as an OpenAPI document says it: both together. */
export const cookieSchemes = {
  SessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: cookieNames.overTls,
    description: `Set by POST /auth/web-login; without TLS its name is ${cookieNames.plain}.`
  },
  CsrfToken: {
    type: "apiKey",
    in: "header",
    name: "x-csrf-token",
    description: "The csrf_token of the session. Without it the cookie does not count, whatever the method."
  }
} as const
