import { useAtomValue } from "jotai"
import { useEffect, useRef, useState } from "react"
import { isServerAwayAtom } from "../calls.ts"
import { pictureOf } from "./Pictures.ts"

/** So far below the screen, in pixels, pictures are loaded before they are seen. */
const ahead = 200

/** Whether an element is or was near what the person sees. */
const useSeen = () => {
  const element = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: `${ahead}px` }
    )
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [])
  return { element, isSeen }
}

/** The picture of a button. It is loaded when it is seen; without it the tile is as one that has none. */
export const TilePicture = ({ hash }: { readonly hash: string }) => {
  const { element, isSeen } = useSeen()
  const isAway = useAtomValue(isServerAwayAtom)
  const [loaded, setLoaded] = useState<{ readonly hash: string; readonly address: string | undefined }>()
  const [broken, setBroken] = useState<string>()
  const known = loaded?.hash === hash ? loaded : undefined
  const isMissing = known !== undefined && known.address === undefined
  useEffect(() => {
    // What could not be loaded is tried again when the server is back.
    if (!isSeen || (isMissing && isAway !== false)) return
    let isCurrent = true
    void pictureOf(hash).then((address) => isCurrent && setLoaded({ hash, address }))
    return () => {
      isCurrent = false
    }
  }, [hash, isAway, isMissing, isSeen])
  if (isMissing || broken === hash) return <span ref={element} hidden />
  return (
    <span ref={element} className="tile-picture">
      {known !== undefined && <img src={known.address} alt="" onError={() => setBroken(hash)} />}
    </span>
  )
}
