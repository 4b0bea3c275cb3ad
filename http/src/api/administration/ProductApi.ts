import { NewProduct, Product } from "@wristbank/core/catalogue/Product"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Effect, Schema, SchemaTransformation } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { product_id: Id }

/** Whether tickets and the products of the system are listed too; left out: no. */
const ShowAll = Schema.Literals(["true", "false", "True", "False", "1", "0"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text === "true" || text === "True" || text === "1",
      encode: (showAll) => showAll ? "true" as const : "false" as const
    })
  ),
  Schema.withDecodingDefaultKey(Effect.succeed("false" as const))
)

/** What an event sells beside tickets. */
export class ProductApi extends HttpApiGroup.make("products").add(
  HttpApiEndpoint.get("list", "/products", { query: { ...at, show_all: ShowAll }, success: normalisedList(Product) })
    .annotate(Needs, "presence"),
  HttpApiEndpoint.post("create", "/products", { query: at, payload: NewProduct, success: Product }),
  HttpApiEndpoint.get("get", "/products/:product_id", { params: one, query: at, success: Product }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("update", "/products/:product_id", {
    params: one,
    query: at,
    payload: NewProduct,
    success: Product
  }),
  HttpApiEndpoint.delete("remove", "/products/:product_id", { params: one, query: at, success: Schema.Null })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
