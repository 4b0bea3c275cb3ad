import encodeQr from "qr"
import { useMemo } from "react"

/** A text as QR code. */
export const QrCode = ({ label, text }: { readonly text: string; readonly label: string }) => {
  const { path, size } = useMemo(() => drawn(text), [text])
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

const drawn = (text: string) => {
  const rows = encodeQr(text, "raw", { ecc: "medium", border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => dark ? [`M${x} ${y}h1v1h-1z`] : [])).join("")
  return { path, size: rows.length }
}
