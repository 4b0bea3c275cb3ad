import { defineRules } from "../base/Rule.ts"

/** Why stored secrets can't be used. */
export const secretRules = defineRules("organisation", {
  secret_unreadable: {
    en: "The stored secret {secret} can't be opened with this server's key",
    de: "Das gespeicherte Geheimnis {secret} lässt sich mit dem Schlüssel dieses Servers nicht öffnen",
    remedy:
      "Start the server with the key with which it was stored (`WRISTBANK_SECRET_KEY`, or `secret.key` in the data folder), or enter the secret again."
  }
})
