import { Email } from "@wristbank/core/base/Email"
import { Id } from "@wristbank/core/base/Id"
import { ListedMail, maySeeMails } from "@wristbank/core/mail/Mail"
import { TestMailOutcome } from "@wristbank/core/mail/TestMail"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { long } from "../Page.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

const Retried = Schema.Struct({
  /** The ids of the mails that are tried again. */
  ids: Schema.Array(Id)
})

/** Mail to the guests of an event that could not be sent, and a mail to test its mail server. */
export class MailApi extends HttpApiGroup.make("mails").add(
  /**
   * List the mail that could not be sent.
   *
   * Mail that failed, and mail that waits for another try, oldest first. Its text is not shown, as it is for the guest only.
   * Mail that was sent is not listed. Mail belongs to the event, so the caller must administer it and not only a node of it.
   */
  HttpApiEndpoint.get("list", "/mails/", { query: { ...at, ...long }, success: Schema.Array(ListedMail) }),
  /**
   * Send all unsent mail again.
   *
   * All mail of the event that failed or waits for another try is queued anew, as if it had never been tried, and sent in the
   * background. Answers its ids; refused if there is none.
   */
  HttpApiEndpoint.post("retryAll", "/mails/retry", { query: at, success: Retried }),
  /**
   * Send an unsent mail again.
   *
   * The mail is queued anew, as if it had never been tried, and sent in the background. Mail that was sent, or is being sent,
   * is not found.
   */
  HttpApiEndpoint.post("retry", "/mails/:mail_id/retry", { params: { mail_id: Id }, query: at, success: Retried }),
  /**
   * Send a test mail.
   *
   * Hands a mail to the event's mail server at once and answers what became of it, even while mail is switched off for the
   * event. Mail to guests is not concerned. At most 10 in 15 minutes.
   */
  HttpApiEndpoint.post("sendTest", "/tree/events/:node_id/send-test-mail", {
    params: at,
    payload: Schema.Struct({
      /** The address to which the mail is sent, at most 254 characters. */
      recipient: Email
    }),
    success: TestMailOutcome
  })
).annotate(Needs, maySeeMails).middleware(SignInRequired) {}
