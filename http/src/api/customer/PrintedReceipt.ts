import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** The headers of a printed receipt. */
const PrintHeaders = {
  "cache-control": Schema.String,
  "content-language": Schema.String,
  "content-security-policy": Schema.String,
  "referrer-policy": Schema.String,
  vary: Schema.String,
  "x-content-type-options": Schema.String,
  "x-robots-tag": Schema.String
}

/** The link alone gives access to the receipt, so these headers forbid caches, referrers and search engines. */
export const printHeaders = (language: string) => ({
  "cache-control": "private, no-cache",
  "content-language": language,
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  vary: "Accept-Language",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex"
})

/** A receipt as an HTML page. */
export const ReceiptPage = HttpApiSchema.WithHeaders(
  Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/html; charset=utf-8" })),
  PrintHeaders
)

/** A receipt as PDF. */
export const ReceiptPdf = HttpApiSchema.WithHeaders(
  Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
  { ...PrintHeaders, "content-disposition": Schema.String }
)
