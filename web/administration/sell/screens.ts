import { ShoppingBasket } from "lucide-react"
import { later, type Task } from "../Screen.ts"

/** What is sold and where. */
export const sell: Task = {
  name: "sell",
  title: { en: "Sell", de: "Verkauf" },
  icon: ShoppingBasket,
  screens: [
    {
      path: "products",
      title: { en: "Products", de: "Produkte" },
      purpose: { en: "What tills sell, with prices and taxes.", de: "Was Kassen verkaufen, mit Preisen und Steuern." },
      needs: "GET /products",
      objects: "product",
      isInMenu: true,
      content: later(() => import("./ProductList.tsx"), "ProductList")
    },
    {
      path: "products/new",
      title: { en: "New product", de: "Neues Produkt" },
      purpose: { en: "Something that tills can sell.", de: "Etwas, das Kassen verkaufen können." },
      needs: "POST /products",
      objects: "product",
      content: later(() => import("./ProductForm.tsx"), "NewProduct")
    },
    {
      path: "products/:id",
      title: { en: "Product", de: "Produkt" },
      purpose: { en: "One product with all it has.", de: "Ein Produkt mit allem, was dazugehört." },
      needs: "GET /products/:product_id",
      content: later(() => import("./ProductPage.tsx"), "ProductPage")
    },
    {
      path: "products/:id/edit",
      title: { en: "Edit product", de: "Produkt bearbeiten" },
      purpose: { en: "Sales so far keep the price they had.", de: "Bisherige Verkäufe behalten ihren Preis." },
      needs: "POST /products/:product_id",
      objects: "product",
      content: later(() => import("./ProductForm.tsx"), "EditProduct")
    }
  ]
}
