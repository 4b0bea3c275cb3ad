import { english as kit } from "../../kit/messages/english.ts"
import { english as cash } from "../cash/english.ts"
import { english as frame } from "../frame/english.ts"
import { english as guest } from "../guest/english.ts"
import { english as history } from "../history/english.ts"
import { english as journal } from "../journal/english.ts"
import { english as people } from "../people/english.ts"
import { english as readers } from "../readers/english.ts"
import { english as registration } from "../registration/english.ts"
import { english as result } from "../result/english.ts"
import { english as sale } from "../sale/english.ts"
import { english as signIn } from "../signIn/english.ts"
import { english as statistics } from "../statistics/english.ts"
import { english as tickets } from "../tickets/english.ts"
import { english as topUp } from "../topUp/english.ts"

/** Every area has its texts beside its screens; together they are the texts of the till. */
export const english = {
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

export type TillMessages = typeof english
