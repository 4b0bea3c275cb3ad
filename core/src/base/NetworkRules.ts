import { defineRules } from "./Rule.ts"

/** Why an address can't be called. */
export const networkRules = defineRules("network", {
  destination_refused: {
    en:
      "{field} can't be {host}, which is {because:sentence}, unless the server is started with {setting} that names its network",
    de:
      "{field} kann nicht {host} sein: {because:sentence}. Erlaubt ist das nur, wenn der Server mit {setting} für dieses Netz gestartet wird",
    remedy: "Name another address, or start the server with the setting if the network is yours."
  }
})
