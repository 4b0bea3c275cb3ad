import { Schema, SchemaTransformation, Struct } from "effect"
import * as Iban from "../base/Iban.ts"
import { Link } from "../base/Link.ts"
import { Moment } from "../base/Moment.ts"
import { nullOr, orElse, orNull } from "../base/OptionalField.ts"
import { Name, withoutEndSlashes } from "../base/Text.ts"
import { NewCashRegisterStocking } from "../cash/Stocking.ts"
import { managementAddress } from "../event/EventCompleteness.ts"
import { secretFields } from "../event/EventSecrets.ts"
import { defaults, EventSettings, UpdateEvent } from "../event/EventSettings.ts"
import { NewPriceList, PriceListEntry } from "../event/PriceList.ts"
import { NewProduct, Product } from "../event/Product.ts"
import { NewProductCategory, ProductCategory } from "../event/ProductCategory.ts"
import { NewProductVersion } from "../event/ProductVersion.ts"
import { NewTaxRate, Rate } from "../event/TaxRate.ts"
import { NewTaxRateVersion } from "../event/TaxRateVersion.ts"
import { NewTicket } from "../event/Ticket.ts"
import { NewTicketVersion } from "../event/TicketVersion.ts"
import { looks, NewTillButton } from "../event/TillButton.ts"
import { NewTillLayout } from "../event/TillLayout.ts"
import { NewTillProfile } from "../event/TillProfile.ts"
import { isRestriction, NewUserTagVariant } from "../event/UserTagVariant.ts"
import { FiscalSettings } from "../fiscal/FiscalSettings.ts"
import { NewTse, UpdateTse } from "../fiscal/Tse.ts"
import { NewNode } from "../organisation/Node.ts"
import { Privilege } from "../organisation/Privilege.ts"
import { NewUserToRoles } from "../organisation/RoleAssignment.ts"
import { Login, UpdateUserPayload } from "../organisation/User.ts"
import { NewCashRegister } from "../till/CashRegister.ts"
import { siteCorners } from "../till/SiteMap.ts"
import { NewTerminal } from "../till/Terminal.ts"
import { NewTill } from "../till/Till.ts"
import { NewUserTagSecret } from "../wristband/UserTagSecret.ts"
import { Picture } from "./Picture.ts"
import { type Entry, NodePath, type Section, section } from "./Section.ts"

/** Text that is stored in another form than it was given. */
const storedAs = (schema: Schema.Codec<string, string>, change: (text: string) => string) =>
  schema.pipe(
    Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: change, encode: (text) => text }))
  )

const stored = EventSettings.fields

const settings = {
  ...Struct.omit(UpdateEvent.fields, Struct.keys(secretFields)),
  // What requests may leave out to keep the stored value has a value in the file.
  ...Object.fromEntries(
    Struct.keys(defaults).map((name) => [name, orElse<Schema.Codec<unknown, unknown>>(stored[name], defaults[name])])
  ),
  customer_portal_url: orElse(Link, ""),
  customer_portal_feedback_url: orNull(Link),
  sumup_topup_enabled: orElse(Schema.Boolean, false),
  sumup_payment_enabled: orElse(Schema.Boolean, false),
  pretix_presale_enabled: orElse(Schema.Boolean, false),
  pretix_shop_url: orNull(storedAs(Link, withoutEndSlashes)),
  pretix_organizer: orElse(stored.pretix_organizer, null),
  pretix_event: orElse(stored.pretix_event, null),
  pretix_ticket_ids: orElse(stored.pretix_ticket_ids, []),
  pretix_topup_ids: orElse(stored.pretix_topup_ids, []),
  pretix_subevent_ids: orElse(stored.pretix_subevent_ids, []),
  pretix_check_in_list_id: orElse(stored.pretix_check_in_list_id, null),
  headwind_enabled: orElse(Schema.Boolean, false),
  headwind_url: orNull(storedAs(Link, (address) => managementAddress(address) ?? address)),
  headwind_username: orElse(stored.headwind_username, null),
  sepa_sender_iban: storedAs(stored.sepa_sender_iban, (text) => Iban.parse(text) ?? text),
  email_enabled: orElse(Schema.Boolean, false)
}

/** What an organisation decides about a node beside the node's own settings. */
const nodeSettings = {
  ...Struct.omit(NewNode.fields, ["name", "description"]),
  /** What the organiser keeps of its sales; null: as the node above. */
  fee: orElse(nullOr(Rate), null),
  second_factor_required: orElse(Schema.Boolean, false)
}
const description = orElse(NewNode.fields.description, "")
const forbidden = ["forbidden_objects_at_node", "forbidden_objects_in_subtree"]

/** The name of the layout and of the profile of the virtual till, which every event has. */
export const ofVirtualTill = "Virtual Till layout"
const isOfVirtualTill = ({ at, name }: Entry) => at === "" && name === ofVirtualTill

const variants = { to: "user_tag_variants", id: "user_tag_variant_ids", shape: "set" } as const
const taxRate = { to: "tax_rates", id: "tax_rate_id", shape: "one" } as const
const targetAccount = { to: "accounts", id: "target_account_id", shape: "optional" } as const

const ofVersion = NewProductVersion.fields

/** The planned versions of an object, in the order in which they begin. */
const versions = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  orElse(Schema.Array(Schema.Struct({ valid_from: Moment, ...fields })), [])

/** The kinds of objects of an event's file, each after those that it refers to. */
export const sections: ReadonlyArray<Section> = [
  section("event", {
    singular: { en: "event", de: "Veranstaltung" },
    single: true,
    fields: {
      name: Name,
      /** The path of the organisation from the root, such as `Harbour Club`; empty for the root. */
      organisation: orElse(NodePath, ""),
      description,
      ...nodeSettings
    },
    sets: forbidden
  }),
  section("nodes", {
    singular: { en: "node", de: "Ort" },
    identity: ["path"],
    fields: { path: NodePath.check(Schema.isMinLength(1)), description, ...nodeSettings },
    sets: forbidden
  }),
  section("settings", {
    singular: { en: "settings", de: "Einstellungen" },
    single: true,
    fields: settings,
    secrets: Struct.keys(secretFields)
  }),
  section("fiscal_settings", {
    singular: { en: "fiscal settings", de: "Fiskalische Einstellungen" },
    single: true,
    fields: FiscalSettings.fields
  }),
  section("event_design", {
    singular: { en: "design", de: "Gestaltung" },
    single: true,
    fields: {
      bon_logo: orNull(Picture),
      site_map: orNull(Schema.Struct({ picture: Picture, ...siteCorners }))
    }
  }),
  section("user_tag_secret", {
    singular: { en: "keys of the wristbands", de: "Chipschlüssel" },
    single: true,
    fields: { description: orElse(NewUserTagSecret.fields.description, "") },
    secrets: ["key0", "key1"],
    isRenewable: false,
    stays: () => true
  }),
  section("user_tag_variants", {
    singular: { en: "kind of wristband", de: "Armbandart" },
    identity: ["variant_name"],
    fields: NewUserTagVariant.fields,
    stays: ({ variant_name }) => isRestriction(variant_name)
  }),
  section("tax_rates", {
    singular: { en: "tax rate", de: "Steuersatz" },
    atNodes: true,
    fields: {
      ...NewTaxRate.fields,
      description,
      versions: versions({
        rate: NewTaxRate.fields.rate,
        name: NewTaxRateVersion.fields.name,
        tax_type: NewTaxRate.fields.tax_type
      })
    },
    parts: { list: "versions", references: {}, lasting: ["name"], open: ["tax_type"] },
    open: ["tax_type"],
    late: ["versions"]
  }),
  section("cash_registers", {
    singular: { en: "cash register", de: "Kassenlade" },
    atNodes: true,
    fields: NewCashRegister.fields
  }),
  section("cash_register_stockings", {
    singular: { en: "stocking", de: "Wechselgeldvorlage" },
    atNodes: true,
    fields: NewCashRegisterStocking.fields,
    namesRepeat: true
  }),
  section("categories", {
    singular: { en: "category", de: "Kategorie" },
    atNodes: true,
    fields: { ...NewProductCategory.fields, sequence: orElse(ProductCategory.fields.sequence, 0) }
  }),
  section("products", {
    singular: { en: "product", de: "Produkt" },
    atNodes: true,
    fields: {
      ...Struct.omit(NewProduct.fields, [
        "category_id",
        "tax_rate_id",
        "target_account_id",
        "restrictions",
        "user_tag_variant_ids"
      ]),
      price: orElse(NewProduct.fields.price, null),
      price_in_vouchers: orElse(Product.fields.price_in_vouchers, null),
      versions: versions({
        price: ofVersion.price,
        price_in_vouchers: ofVersion.price_in_vouchers,
        tax_rate: Schema.optionalKey(Name),
        target_account: Schema.optionalKey(nullOr(Name)),
        user_tag_variants: Schema.optionalKey(Schema.Array(Name))
      })
    },
    references: {
      tax_rate: taxRate,
      target_account: targetAccount,
      category: { to: "categories", id: "category_id", shape: "optional" },
      user_tag_variants: variants
    },
    parts: {
      list: "versions",
      references: { tax_rate: taxRate, target_account: targetAccount, user_tag_variants: variants },
      lasting: ["price", "price_in_vouchers", "tax_rate", "target_account", "user_tag_variants"]
    },
    late: ["versions"]
  }),
  section("tickets", {
    singular: { en: "ticket", de: "Eintrittskarte" },
    atNodes: true,
    fields: {
      ...Struct.pick(NewTicket.fields, ["name", "price", "initial_top_up_amount"]),
      is_locked: orElse(NewTicket.fields.is_locked, true),
      versions: versions({ price: NewTicketVersion.fields.price, tax_rate: Schema.optionalKey(Name) })
    },
    references: { tax_rate: taxRate, user_tag_variants: variants },
    parts: { list: "versions", references: { tax_rate: taxRate }, lasting: ["price", "tax_rate"] },
    late: ["versions"]
  }),
  section("till_buttons", {
    singular: { en: "button", de: "Taste" },
    atNodes: true,
    fields: {
      ...Struct.pick(NewTillButton.fields, ["name"]),
      short_name: orElse(looks.short_name, null),
      colour: orElse(looks.colour, null),
      picture: orNull(Picture)
    },
    references: {
      products: { to: "products", id: "product_ids", shape: "set" },
      category: { to: "categories", id: "category_id", shape: "optional" }
    }
  }),
  section("till_layouts", {
    singular: { en: "layout", de: "Layout" },
    atNodes: true,
    fields: Struct.pick(NewTillLayout.fields, ["name", "description"]),
    references: {
      buttons: { to: "till_buttons", id: "button_ids", shape: "list" },
      tickets: { to: "tickets", id: "ticket_ids", shape: "list" }
    },
    stays: isOfVirtualTill
  }),
  section("till_profiles", {
    singular: { en: "profile", de: "Profil" },
    atNodes: true,
    fields: {
      ...Struct.omit(NewTillProfile.fields, ["layout_id"]),
      one_page: orElse(NewTillProfile.fields.one_page.schema, false)
    },
    references: { layout: { to: "till_layouts", id: "layout_id", shape: "one" } },
    stays: isOfVirtualTill
  }),
  section("price_lists", {
    singular: { en: "price list", de: "Preisliste" },
    atNodes: true,
    fields: {
      ...Struct.omit(NewPriceList.fields, ["node_ids", "profile_ids", "user_tag_variant_ids"]),
      entries: Schema.Array(
        Schema.Struct({
          product: orNull(Name),
          category: orNull(Name),
          ...Struct.omit(PriceListEntry.fields, ["category_id", "product_id"])
        })
      )
    },
    references: {
      nodes: { to: "nodes", id: "node_ids", shape: "set" },
      profiles: { to: "till_profiles", id: "profile_ids", shape: "set" },
      for_user_tag_variants: variants
    },
    parts: {
      list: "entries",
      references: {
        product: { to: "products", id: "product_id", shape: "optional" },
        category: { to: "categories", id: "category_id", shape: "optional" }
      }
    }
  }),
  section("terminals", { singular: { en: "terminal", de: "Terminal" }, atNodes: true, fields: NewTerminal.fields }),
  section("tills", {
    singular: { en: "till", de: "Kasse" },
    atNodes: true,
    fields: {
      ...Struct.omit(NewTill.fields, ["active_profile_id", "terminal_id"]),
      brand: orElse(NewTill.fields.brand.schema, null),
      model: orElse(NewTill.fields.model.schema, null),
      software_brand: orElse(NewTill.fields.software_brand.schema, null),
      purchased_on: orElse(NewTill.fields.purchased_on.schema, null)
    },
    references: {
      profile: { to: "till_profiles", id: "active_profile_id", shape: "one" },
      terminal: { to: "terminals", id: "terminal_id", shape: "optional" }
    },
    exclusive: "terminal"
  }),
  section("tses", {
    singular: { en: "signing device", de: "TSE" },
    atNodes: true,
    fields: {
      ...Struct.omit(NewTse.fields, ["password"]),
      serial: orElse(NewTse.fields.serial, null),
      first_operation: orElse(UpdateTse.fields.first_operation, null),
      certification_year: orElse(UpdateTse.fields.certification_year.schema, null)
    },
    secrets: ["password"],
    // The device tells both when it is first reached.
    open: ["serial", "first_operation"]
  }),
  section("user_roles", {
    singular: { en: "role", de: "Rolle" },
    fields: {
      name: Name,
      is_privileged: orElse(Schema.Boolean, false),
      privileges: Schema.Array(Privilege),
      /** Null: as it is; what holders of a new role may assign follows from their privileges. */
      assignable_roles: orNull(Schema.Array(Name))
    },
    sets: ["privileges", "assignable_roles"],
    open: ["assignable_roles"],
    late: ["assignable_roles"]
  }),
  section("users", {
    singular: { en: "user", de: "Benutzer" },
    identity: ["login"],
    fields: { login: Login, ...Struct.pick(UpdateUserPayload.fields, ["display_name", "description"]) },
    secrets: ["password", "user_tag_pin", "user_tag_uid_hex"]
  }),
  section("role_assignments", {
    singular: { en: "roles of", de: "Rollen von" },
    atNodes: true,
    identity: ["login"],
    fields: { login: Login, ...Struct.pick(NewUserToRoles.fields, ["terminal_only"]) },
    references: { roles: { to: "user_roles", id: "role_ids", shape: "set", needsOne: true } }
  })
]

/** The section with a name that is known to be one. */
export const sectionNamed = (name: string): Section => sections.find((one) => one.name === name)!
