// The API of the customer portal as data: its endpoints with the shapes and refusals of each.
export { CustomerApi } from "../api/customer/CustomerApi.ts"
