import { english as cashEnglish } from "../../../../web/administration/cash/english.ts"
import { german as cashGerman } from "../../../../web/administration/cash/german.ts"
import { english as officeEnglish } from "../../../../web/administration/messages/english.ts"
import { german as officeGerman } from "../../../../web/administration/messages/german.ts"
import { english as nowEnglish } from "../../../../web/administration/now/english.ts"
import { german as nowGerman } from "../../../../web/administration/now/german.ts"
import { english as peopleEnglish } from "../../../../web/administration/people/english.ts"
import { german as peopleGerman } from "../../../../web/administration/people/german.ts"
import { english as sellEnglish } from "../../../../web/administration/sell/english.ts"
import { german as sellGerman } from "../../../../web/administration/sell/german.ts"
import { english as layoutsEnglish } from "../../../../web/administration/sell/layouts/english.ts"
import { german as layoutsGerman } from "../../../../web/administration/sell/layouts/german.ts"
import { english as tillsEnglish } from "../../../../web/administration/sell/tills/english.ts"
import { german as tillsGerman } from "../../../../web/administration/sell/tills/german.ts"
import { english as setupEnglish } from "../../../../web/administration/setup/english.ts"
import { german as setupGerman } from "../../../../web/administration/setup/german.ts"
import { english as wristbandsEnglish } from "../../../../web/administration/wristbands/english.ts"
import { german as wristbandsGerman } from "../../../../web/administration/wristbands/german.ts"
import { english as tillEnglish } from "../../../../web/till/messages/english.ts"
import { german as tillGerman } from "../../../../web/till/messages/german.ts"

/** The words of all tasks that take part in setting up an event, and those of the till. */
export const words = {
  "en-GB": {
    language: "en",
    office: officeEnglish,
    cash: cashEnglish,
    layouts: layoutsEnglish,
    now: nowEnglish,
    people: peopleEnglish,
    sell: sellEnglish,
    setup: setupEnglish,
    till: tillEnglish,
    tills: tillsEnglish,
    wristbands: wristbandsEnglish
  },
  "de-DE": {
    language: "de",
    office: officeGerman,
    cash: cashGerman,
    layouts: layoutsGerman,
    now: nowGerman,
    people: peopleGerman,
    sell: sellGerman,
    setup: setupGerman,
    till: tillGerman,
    tills: tillsGerman,
    wristbands: wristbandsGerman
  }
} as const
