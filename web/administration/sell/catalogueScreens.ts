import { later, type Screen } from "../Screen.ts"

/** Products, tickets, buttons and tax rates. */
export const catalogueScreens: ReadonlyArray<Screen> = [
  {
    path: "products",
    title: { en: "Products", de: "Produkte" },
    purpose: {
      en: "What tills sell, with prices and taxes.",
      de: "Was Kassen verkaufen, mit Preisen und Steuern."
    },
    needs: "GET /products",
    objects: "product",
    isInMenu: true,
    content: later(() => import("./ProductList.tsx"), "ProductList")
  },
  {
    path: "products/new",
    title: { en: "New product", de: "Neues Produkt" },
    purpose: {
      en: "Something that tills can sell.",
      de: "Etwas, das Kassen verkaufen können."
    },
    needs: "POST /products",
    objects: "product",
    content: later(() => import("./ProductForm.tsx"), "NewProduct")
  },
  {
    path: "products/:id",
    title: { en: "Product", de: "Produkt" },
    purpose: {
      en: "One product with all it has, and where it is sold.",
      de: "Ein Produkt mit allem, was dazugehört, und wo es verkauft wird."
    },
    needs: "GET /products/:product_id",
    objects: "product",
    content: later(() => import("./ProductPage.tsx"), "ProductPage")
  },
  {
    path: "products/:id/edit",
    title: { en: "Edit product", de: "Produkt bearbeiten" },
    purpose: {
      en: "Sales so far keep the price they had.",
      de: "Bisherige Verkäufe behalten ihren Preis."
    },
    needs: "POST /products/:product_id",
    objects: "product",
    content: later(() => import("./ProductForm.tsx"), "EditProduct")
  },
  {
    path: "categories",
    title: { en: "Categories", de: "Kategorien" },
    purpose: {
      en: "How tills group their buttons, in which order and colours.",
      de: "Wie Kassen ihre Tasten gruppieren, in welcher Reihenfolge und welchen Farben."
    },
    needs: "GET /product-categories",
    objects: "product",
    isInMenu: true,
    content: later(() => import("./categories/Categories.tsx"), "CategoryList")
  },
  {
    path: "categories/new",
    title: { en: "New category", de: "Neue Kategorie" },
    purpose: {
      en: "A group of products with a colour, such as drinks.",
      de: "Eine Gruppe von Produkten mit einer Farbe, etwa Getränke."
    },
    needs: "POST /product-categories",
    objects: "product",
    content: later(() => import("./categories/Categories.tsx"), "NewCategory")
  },
  {
    path: "categories/:id",
    title: { en: "Category", de: "Kategorie" },
    purpose: {
      en: "Its name and its colour at tills.",
      de: "Ihr Name und ihre Farbe an Kassen."
    },
    needs: "GET /product-categories/:product_category_id",
    objects: "product",
    content: later(() => import("./categories/Categories.tsx"), "EditCategory")
  },
  {
    path: "prices",
    title: { en: "Prices", de: "Preise" },
    purpose: {
      en: "What products cost at any moment, at all tills or at one.",
      de: "Was Produkte zu jedem Zeitpunkt kosten, an allen Kassen oder an einer."
    },
    needs: "GET /price-list",
    objects: "product",
    isInMenu: true,
    content: later(() => import("./PricesAt.tsx"), "PricesAt")
  },
  {
    path: "price-lists",
    title: { en: "Price lists", de: "Preislisten" },
    purpose: {
      en: "Other prices at some times, at some tills or for some guests.",
      de: "Andere Preise zu manchen Zeiten, an manchen Kassen oder für manche Gäste."
    },
    needs: "GET /price-lists",
    objects: "product",
    isInMenu: true,
    content: later(() => import("./priceLists/PriceLists.tsx"), "PriceLists")
  },
  {
    path: "price-lists/new",
    title: { en: "New price list", de: "Neue Preisliste" },
    purpose: {
      en: "A happy hour, the prices of a bar, or those of the crew.",
      de: "Eine Happy Hour, die Preise einer Bar oder die der Crew."
    },
    needs: "POST /price-lists",
    objects: "product",
    content: later(() => import("./priceLists/PriceListForm.tsx"), "NewPriceList")
  },
  {
    path: "price-lists/:id",
    title: { en: "Price list", de: "Preisliste" },
    purpose: {
      en: "When, where and for whom it holds, and what costs what then.",
      de: "Wann, wo und für wen sie gilt, und was dann wie viel kostet."
    },
    needs: "GET /price-lists/:price_list_id",
    objects: "product",
    content: later(() => import("./priceLists/PriceListForm.tsx"), "EditPriceList")
  },
  {
    path: "tickets",
    title: { en: "Tickets", de: "Eintrittskarten" },
    purpose: {
      en: "What lets guests in and gives their wristbands an account.",
      de: "Was Gäste einlässt und ihren Armbändern ein Konto gibt."
    },
    needs: "GET /tickets",
    objects: "ticket",
    isInMenu: true,
    content: later(() => import("./Tickets.tsx"), "TicketList")
  },
  {
    path: "tickets/new",
    title: { en: "New ticket", de: "Neue Eintrittskarte" },
    purpose: {
      en: "An admission with its price and the balance it includes.",
      de: "Ein Eintritt mit Preis und enthaltenem Guthaben."
    },
    needs: "POST /tickets",
    objects: "ticket",
    content: later(() => import("./TicketForm.tsx"), "NewTicket")
  },
  {
    path: "tickets/:id",
    title: { en: "Ticket", de: "Eintrittskarte" },
    purpose: {
      en: "One ticket and the tills that sell it.",
      de: "Eine Eintrittskarte und die Kassen, die sie verkaufen."
    },
    needs: "GET /tickets/:ticket_id",
    objects: "ticket",
    content: later(() => import("./Tickets.tsx"), "TicketPage")
  },
  {
    path: "tickets/:id/edit",
    title: { en: "Edit ticket", de: "Eintrittskarte bearbeiten" },
    purpose: {
      en: "Tickets sold so far keep the price they had.",
      de: "Bisher verkaufte Karten behalten ihren Preis."
    },
    needs: "POST /tickets/:ticket_id",
    objects: "ticket",
    content: later(() => import("./TicketForm.tsx"), "EditTicket")
  },
  {
    path: "buttons",
    title: { en: "Buttons", de: "Tasten" },
    purpose: {
      en: "What one press on a till sells.",
      de: "Was ein Druck auf der Kasse verkauft."
    },
    needs: "GET /till-buttons",
    objects: "till",
    isInMenu: true,
    content: later(() => import("./Buttons.tsx"), "ButtonList")
  },
  {
    path: "buttons/new",
    title: { en: "New button", de: "Neue Taste" },
    purpose: {
      en: "One product, or some that are sold together.",
      de: "Ein Produkt oder mehrere, die zusammen verkauft werden."
    },
    needs: "POST /till-buttons",
    objects: "till",
    content: later(() => import("./ButtonForm.tsx"), "NewButton")
  },
  {
    path: "buttons/:id",
    title: { en: "Button", de: "Taste" },
    purpose: {
      en: "What one press sells, and the layouts that show it.",
      de: "Was ein Druck verkauft, und die Tastenbelegungen dazu."
    },
    needs: "GET /till-buttons/:button_id",
    objects: "till",
    content: later(() => import("./Buttons.tsx"), "ButtonPage")
  },
  {
    path: "buttons/:id/edit",
    title: { en: "Edit button", de: "Taste bearbeiten" },
    purpose: {
      en: "Tills show the change within half a minute.",
      de: "Kassen zeigen die Änderung binnen einer halben Minute."
    },
    needs: "POST /till-buttons/:button_id",
    objects: "till",
    content: later(() => import("./ButtonForm.tsx"), "EditButton")
  },
  {
    path: "tax-rates",
    title: { en: "Tax rates", de: "Steuersätze" },
    purpose: {
      en: "The rates that products and tickets refer to.",
      de: "Die Sätze, auf die sich Produkte und Eintrittskarten beziehen."
    },
    needs: "GET /tax-rates",
    objects: "tax_rate",
    isInMenu: true,
    content: later(() => import("./TaxRates.tsx"), "TaxRateList")
  },
  {
    path: "tax-rates/new",
    title: { en: "New tax rate", de: "Neuer Steuersatz" },
    purpose: {
      en: "A rate with its name on receipts.",
      de: "Ein Satz mit seinem Namen auf Belegen."
    },
    needs: "POST /tax-rates",
    objects: "tax_rate",
    content: later(() => import("./TaxRates.tsx"), "NewTaxRate")
  },
  {
    path: "tax-rates/:id",
    title: { en: "Tax rate", de: "Steuersatz" },
    purpose: {
      en: "Sales so far keep the rate they had.",
      de: "Bisherige Verkäufe behalten ihren Satz."
    },
    needs: "GET /tax-rates/:tax_rate_id",
    objects: "tax_rate",
    content: later(() => import("./TaxRates.tsx"), "EditTaxRate")
  }
]
