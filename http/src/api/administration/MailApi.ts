import { Id } from "@wristbank/core/ledger/Id"
import { ListedMail, maySeeMails } from "@wristbank/core/mail/Mail"
import { TestMailOutcome } from "@wristbank/core/mail/TestMail"
import { Email } from "@wristbank/core/organisation/EventSettings"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { long } from "../Page.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** The ids of the mails that are tried again. */
const Retried = Schema.Struct({ ids: Schema.Array(Id) })

/** Mail to guests that could not be sent, and a mail to test the event's server. */
export class MailApi extends HttpApiGroup.make("mails").add(
  HttpApiEndpoint.get("list", "/mails/", { query: { ...at, ...long }, success: Schema.Array(ListedMail) }),
  HttpApiEndpoint.post("retryAll", "/mails/retry", { query: at, success: Retried }),
  HttpApiEndpoint.post("retry", "/mails/:mail_id/retry", { params: { mail_id: Id }, query: at, success: Retried }),
  HttpApiEndpoint.post("sendTest", "/tree/events/:node_id/send-test-mail", {
    params: at,
    payload: Schema.Struct({ recipient: Email.check(Schema.isMaxLength(254)) }),
    success: TestMailOutcome
  })
).annotate(Needs, maySeeMails).middleware(SignInRequired) {}
