import { useAtomValue } from "jotai"
import { useEffect, useRef, useState } from "react"
import { isServerAwayAtom } from "../calls.ts"
import { pictureOf } from "./Pictures.ts"

/** So far below the screen, in pixels, pictures are loaded before they are seen. */
const ahead = 200

/** How long after a picture could not be had it is asked for again, in milliseconds. */
const againAfter = 30_000

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
    if (!isSeen) return
    let isCurrent = true
    void pictureOf(hash).then((address) => isCurrent && setLoaded({ hash, address }))
    return () => {
      isCurrent = false
    }
  }, [hash, isSeen])
  useEffect(() => {
    if (!isMissing || isAway === true) return
    const timer = setInterval(
      () => void pictureOf(hash).then((address) => address !== undefined && setLoaded({ hash, address })),
      againAfter
    )
    return () => clearInterval(timer)
  }, [hash, isAway, isMissing])
  if (isMissing || broken === hash) return <span ref={element} hidden />
  return (
    <span ref={element} className="tile-picture">
      {known !== undefined && <img src={known.address} alt="" onError={() => setBroken(hash)} />}
    </span>
  )
}
