import { defineRules } from "../base/Rule.ts"

/** Why no mail is sent. */
export const mailRules = defineRules("mail", {
  server_missing: {
    en: "Save the mail server, its port and the sender's address first",
    de: "Zuerst Mailserver, Port und Adresse des Absenders speichern",
    remedy: "Set `email_smtp_host`, `email_smtp_port` and `email_default_sender` in the settings of the event."
  }
})
