import { useMessages } from "./messages/messages.ts"

/** Where the PIN stands: on the tag of the wristband, below the QR code. */
export const PinPicture = () => {
  const say = useMessages()
  return (
    <svg className="pin-picture" viewBox="0 0 320 132" role="img" aria-label={say.pinPicture}>
      <path className="strap" d="M0 50h92v32H0zM228 50h92v32h-92z" />
      <path className="weave" d="M0 58h92M0 66h92M0 74h92M228 58h92M228 66h92M228 74h92" />
      <rect className="tag" x="86" y="8" width="148" height="116" rx="14" />
      <g className="code" transform="translate(138 20)">
        <path d="M0 0h14v14H0zM30 0h14v14H30zM0 30h14v14H0z" />
        <path
          className="dots"
          d="M19 2h5M19 9h5M2 20h7M13 20h9M26 20h5M36 20h6M20 27h6M31 27h9M19 34h4M28 34h6M39 35h4M22 41h9M35 41h7"
        />
      </g>
      <rect className="frame-of-pin" x="102" y="76" width="116" height="36" rx="8" />
      <text className="sample" x="160" y="101" textAnchor="middle">K7XR4M2P</text>
    </svg>
  )
}
