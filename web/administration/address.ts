import { useCallback } from "react"
import { useLocation, useParams, useSearchParams } from "wouter"
import { basePath } from "../kit/Base.ts"

/** A value that the address holds as a parameter, so that links and the back button keep it; empty for none. */
export const useAddressValue = (name: string): readonly [value: string, set: (value: string) => void] => {
  const [params, setParams] = useSearchParams()
  const set = useCallback((value: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      if (value === "") after.delete(name)
      else after.set(name, value)
      return after
    }, { replace: true }), [name, setParams])
  return [params.get(name) ?? "", set]
}

/** Addresses of this page with a parameter, for links: `?…` alone would be the start of the node. */
export const useAddressWith = (name: string): (value: string) => string => {
  const [here] = useLocation()
  return (value) => `${here}?${new URLSearchParams({ [name]: value })}`
}

/** The number in the address of the page, such as the id of a product. */
export const useIdInAddress = (): number => Number(useParams<{ readonly id: string }>().id)

/** The absolute address of a screen at another node, for links: those below the current node need no such thing. */
export const atNode = (node: number, screen = "/"): string => `~${basePath()}/${node}${screen}`
