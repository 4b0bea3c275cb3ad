import { defineRules } from "../base/Rule.ts"

/** Why price lists are refused. */
export const pricingRules = defineRules("pricing", {
  list_name_taken: {
    en: "There is already a price list {name}",
    de: "Es gibt schon eine Preisliste {name}",
    remedy: "Choose another name."
  },
  rank_taken: {
    en: "The price list {name} has the rank {rank} already",
    de: "Die Preisliste {name} hat schon den Rang {rank}",
    remedy: "Choose another rank: of two lists that apply at once, the one with the higher rank decides."
  },
  window_empty: {
    en: "The price list ends before it begins",
    de: "Die Preisliste endet, bevor sie beginnt",
    remedy: "Give a `valid_until` after `valid_from`, or leave one of them out."
  },
  lists_too_many: {
    en: "An event can have {maximum} price lists at most",
    de: "Eine Veranstaltung kann höchstens {maximum} Preislisten haben",
    remedy: "Delete lists that have ended, or put their products into another list."
  },
  entry_unknown: {
    when: "A price list names a product that is not here",
    en: "There is no product {id} here",
    de: "Hier gibt es kein Produkt {id}",
    remedy: "Take products of the node of the price list or of a node above it."
  },
  entry_names_one: {
    en: "An entry of a price list names either a product or a category",
    de: "Ein Eintrag einer Preisliste nennt entweder ein Produkt oder eine Kategorie",
    remedy: "Give `product_id` or `category_id`, and not both."
  },
  entry_repeats: {
    en: "{product} can be in a price list only once",
    de: "{product} kann in einer Preisliste nur einmal vorkommen",
    remedy: "Name each product and each category once. Another price at another time needs another list."
  },
  entry_free_price: {
    en: "The price of {product} is typed in at the till, so it can't be in a price list",
    de: "Der Preis von {product} wird an der Kasse eingegeben, deshalb passt es in keine Preisliste",
    remedy: "Leave the product out, or make another one with a fixed price."
  },
  entry_returnable: {
    en: "{product} is taken back, so it can't be in a price list",
    de: "{product} wird zurückgenommen, deshalb passt es in keine Preisliste",
    remedy: "Leave the product out: what was cheaper for a while would come back at the full price."
  },
  entry_above_all: {
    en: "{product}: at most 100 % can be taken off",
    de: "{product}: höchstens 100 % können abgezogen werden",
    remedy: "Give a percentage from 0 to 100."
  },
  named_in_list: {
    when: "Something that a price list names is deleted",
    en: "The price list {list} names {name}",
    de: "Die Preisliste {list} nennt {name}",
    remedy:
      "Take it out of the price list, or delete the list. A list whose last place, profile or kind of wristband is taken out holds for all of them."
  },
  node_unknown: {
    en: "There is no node {id} at the node of the price list or below",
    de: "Am Ort der Preisliste und darunter gibt es keinen Ort {id}",
    remedy: "Take nodes below that of the list, or none for all of its tills."
  },
  profile_unknown: {
    en: "There is no profile {id} here",
    de: "Hier gibt es kein Kassenprofil {id}",
    remedy: "Take profiles of the node of the price list or of a node above it, or none for all tills."
  }
})
