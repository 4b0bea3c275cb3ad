import { Effect, Layer } from "effect"
import { NewBlob } from "../event/EventDesign.ts"
import { EventDesignRepository } from "../event/EventDesignRepository.ts"
import { EventDesigns } from "../event/EventDesigns.ts"
import { mayManage } from "../organisation/Place.ts"
import { NewSiteMap } from "../till/SiteMap.ts"
import { SiteMapRepository } from "../till/SiteMapRepository.ts"
import { SiteMaps } from "../till/SiteMaps.ts"
import { type Kind, request, type WorkOn } from "./Kind.ts"
import { pictureIn, pictureText } from "./Picture.ts"
import type { Entry } from "./Section.ts"
import { sectionNamed } from "./Sections.ts"

/** A picture of the file as requests have it: its type, and its content in base64. */
const uploadOf = (value: Entry[string] | undefined) => {
  const picture = pictureIn(String(value))
  return picture === undefined
    ? null
    : { mime_type: picture.mime_type, data: Buffer.from(picture.data).toString("base64") }
}

const never = () => Effect.die(new Error("an event always has its design"))

/** The services that the pictures need. */
export const designKindServices = Layer.mergeAll(
  EventDesignRepository.layer,
  EventDesigns.layer,
  SiteMapRepository.layer,
  SiteMaps.layer
)

/** The pictures of an event: the logo on receipts and the map of the site. Files describe it if there is one. */
export const designKind = Effect.gen(function*() {
  const designs = yield* EventDesigns
  const maps = yield* SiteMaps
  const storedDesigns = yield* EventDesignRepository
  const storedMaps = yield* SiteMapRepository

  const logoOf = Effect.fnUntraced(function*(eventId: bigint) {
    const [design] = yield* storedDesigns.find(eventId)
    const id = design?.bon_logo_blob_id ?? null
    const [logo] = id === null ? [] : yield* storedDesigns.findBlob({ id })
    return logo === undefined ? null : pictureText(logo)
  })

  const siteMapOf = Effect.fnUntraced(function*(eventId: bigint) {
    const [map] = yield* storedMaps.find(eventId)
    if (map === undefined) return null
    return { picture: pictureText({ mime_type: map.mime_type, data: map.picture }), ...map.corners }
  })

  const setLogo = ({ body, caller }: WorkOn) => {
    const upload = uploadOf(body["bon_logo"])
    return upload === null
      ? designs.removeBonLogo(caller)
      : Effect.flatMap(request(NewBlob, upload), (blob) => designs.setBonLogo(caller, blob))
  }

  const setSiteMap = ({ body, caller }: WorkOn) => {
    const map = body["site_map"] as Entry | null
    return map === null
      ? maps.remove(caller)
      : Effect.flatMap(
        request(NewSiteMap, { ...map, picture: uploadOf(map["picture"]) }),
        (given) => maps.set(caller, given)
      )
  }

  const kind: Kind = {
    section: sectionNamed("event_design"),
    privileges: mayManage,
    list: Effect.fnUntraced(function*({ eventId }) {
      const values = { bon_logo: yield* logoOf(eventId), site_map: yield* siteMapOf(eventId) }
      const isPlain = values.bon_logo === null && values.site_map === null
      return [{ id: eventId, node_id: eventId, values, ...(isPlain ? { inFiles: "if_described" as const } : {}) }]
    }),
    create: never,
    change: Effect.fnUntraced(function*(work) {
      if (work.step.fields.includes("bon_logo")) yield* setLogo(work)
      if (work.step.fields.includes("site_map")) yield* setSiteMap(work)
    }),
    remove: never
  }
  return kind
})
