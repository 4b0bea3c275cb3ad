import { SecondFactors } from "@wristbank/core/organisation/SecondFactors"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { calledBy } from "../answers/Handler.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { senderAddress } from "../edge/SenderAddress.ts"

const asUser = calledBy(SignedIn)

export const SecondFactorHandlers = groupHandlers(
  AdministrationApi,
  "secondFactor",
  Effect.fnUntraced(function*(handlers) {
    const factors = yield* SecondFactors
    return handlers.handleAll({
      state: asUser(({ userId }) => factors.state(userId)),
      begin: asUser((session, { payload }) =>
        Effect.flatMap(senderAddress, (address) => factors.begin(session, payload.password, address))
      ),
      confirm: asUser((session, { payload }) => factors.confirm(session, payload.code)),
      remove: asUser((session, { payload: proof }) =>
        Effect.flatMap(senderAddress, (address) => factors.remove({ session, proof, address }))
      ),
      renewCodes: asUser((session, { payload: proof }) =>
        Effect.flatMap(senderAddress, (address) => factors.renewCodes({ session, proof, address }))
      )
    })
  })
)
