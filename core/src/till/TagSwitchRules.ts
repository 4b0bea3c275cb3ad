import { defineRules } from "../base/Rule.ts"

/** Why accounts keep their wristbands, and users their chips. */
export const tagSwitchRules = defineRules("cash", {
  guest_without_tag: {
    en: "The guest never had a wristband",
    de: "Der Gast hatte noch nie ein Armband",
    remedy: "Hand out a wristband for the guest's ticket at a till."
  },
  new_chip_unknown: {
    en: "The chip of the new wristband is not known yet",
    de: "Der Chip des neuen Armbands ist noch nicht bekannt",
    remedy: "Hold the new wristband to a reader, or type the number of its chip."
  },
  new_tag_used: {
    en: "The new tag is or was someone's, so take another one",
    de: "Das neue Armband gehört oder gehörte schon jemandem, bitte ein anderes nehmen",
    remedy: "Take a tag that no one had."
  },
  new_tag_being_sold: {
    en: "The new tag is being sold, so take another one",
    de: "Das neue Armband wird gerade verkauft, bitte ein anderes nehmen",
    remedy: "Take another tag, or wait until the sale is done or cancelled."
  },
  chip_just_used: {
    en: "The chip was used just now, please try again",
    de: "Der Chip wurde gerade benutzt, bitte noch einmal versuchen",
    remedy: "Send the request again."
  }
})
