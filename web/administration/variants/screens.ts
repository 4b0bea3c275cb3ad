import { later, type Screen } from "../Screen.ts"

/** Kinds of wristbands. */
export const variantScreens: ReadonlyArray<Screen> = [
  {
    path: "wristbands/kinds",
    title: { en: "Kinds of wristbands", de: "Armbandarten" },
    purpose: {
      en: "Ages, crew, guests of honour: what wristbands may not buy and which ticket they get.",
      de: "Alter, Crew, Ehrengäste: was Armbänder nicht kaufen dürfen und welche Karte sie bekommen."
    },
    needs: "GET /user-tag-variants",
    objects: "user_tag",
    content: later(() => import("./VariantList.tsx"), "VariantList")
  },
  {
    path: "wristbands/kinds/new",
    title: { en: "New kind of wristband", de: "Neue Armbandart" },
    purpose: {
      en: "Afterwards products, tickets and imported wristbands can have it.",
      de: "Danach können Produkte, Eintrittskarten und eingelesene Armbänder sie haben."
    },
    needs: "POST /user-tag-variants",
    objects: "user_tag",
    content: later(() => import("./VariantForm.tsx"), "NewVariant")
  },
  {
    path: "wristbands/kinds/:id",
    title: { en: "Kind of wristband", de: "Armbandart" },
    purpose: {
      en: "What a kind is called and who has it.",
      de: "Wie eine Art heißt und wer sie hat."
    },
    needs: "GET /user-tag-variants/:user_tag_variant_id",
    objects: "user_tag",
    content: later(() => import("./VariantForm.tsx"), "VariantPage")
  }
]
