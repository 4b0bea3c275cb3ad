import { mayManage } from "@wristbank/core/organisation/Place"
import * as PresaleServices from "@wristbank/core/services/PresaleServices"

/** The import of presale tickets from files. */
export const presaleFiles = { privileges: mayManage, layer: PresaleServices.files }

/** The presale as operators see it. */
export const presaleOffice = { privileges: mayManage, layer: PresaleServices.office }
