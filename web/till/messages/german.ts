import { german as kit } from "../../kit/messages/german.ts"
import { german as cash } from "../cash/german.ts"
import { german as frame } from "../frame/german.ts"
import { german as guest } from "../guest/german.ts"
import { german as history } from "../history/german.ts"
import { german as journal } from "../journal/german.ts"
import { german as people } from "../people/german.ts"
import { german as readers } from "../readers/german.ts"
import { german as registration } from "../registration/german.ts"
import { german as result } from "../result/german.ts"
import { german as sale } from "../sale/german.ts"
import { german as signIn } from "../signIn/german.ts"
import { german as statistics } from "../statistics/german.ts"
import { german as tickets } from "../tickets/german.ts"
import { german as topUp } from "../topUp/german.ts"
import type { TillMessages } from "./english.ts"

export const german: TillMessages = {
  ...kit,
  ...journal,
  ...readers,
  ...registration,
  ...result,
  ...sale,
  ...signIn,
  ...frame,
  ...cash,
  ...guest,
  ...history,
  ...people,
  ...statistics,
  ...tickets,
  ...topUp
}
