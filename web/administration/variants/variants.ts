import { useMemo } from "react"
import { textsOf } from "../../kit/Messages.ts"
import { useList } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { useNodeId } from "../tree.ts"

export type Variant = OfficeAnswer<"GET /user-tag-variants/:user_tag_variant_id">

/** The variants that every event has, in words. */
const useStandardNames = textsOf<Readonly<Record<string, string>>>({
  en: { under_16: "under 16", under_18: "under 18" },
  de: { under_16: "unter 16", under_18: "unter 18" }
})

/** A kind of wristband as people know it: the two ages in words, others by their names. */
export const useVariantName = () => {
  const standard = useStandardNames()
  return (name: string): string => standard[name] ?? name
}

/** Whether every event has it, so that it keeps its name and stays. */
export const isStandard = ({ variant_name }: Pick<Variant, "variant_name">): boolean =>
  variant_name === "under_16" || variant_name === "under_18"

/** The event's kinds of wristbands to choose from, and the names of those with some ids. */
export const useVariants = () => {
  const standard = useStandardNames()
  const variants = useList("GET /user-tag-variants", { query: { node_id: useNodeId() } }).data
  return useMemo(() => {
    const things = variants?.map(({ id, variant_name }) => ({ id, name: standard[variant_name] ?? variant_name }))
    return {
      things,
      namesOf: (ids: ReadonlyArray<number>): string =>
        (things ?? []).filter(({ id }) => ids.includes(id)).map(({ name }) => name).join(", ")
    }
  }, [standard, variants])
}

export type VariantNames = ReturnType<typeof useVariants>["namesOf"]
