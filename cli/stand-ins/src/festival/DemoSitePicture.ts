import { SitePicture } from "@wristbank/core/till/SiteMap"

/** A drawn plan of the demo's site: meadows, a lake, ways, the stages and the stalls. */
const drawing =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" font-family="sans-serif" font-size="26" fill="#33413a">
<rect width="1200" height="800" fill="#dfead9"/>
<path d="M700 800C720 640 820 590 960 600 1080 608 1130 560 1200 540V800Z" fill="#b9d8ea"/>
<path d="M0 500C200 520 300 430 450 420S760 330 1200 250" fill="none" stroke="#f4efe2" stroke-width="44"/>
<path d="M230 800C250 640 330 520 420 430" fill="none" stroke="#f4efe2" stroke-width="36"/>
<path d="M880 330C900 430 890 500 870 600" fill="none" stroke="#f4efe2" stroke-width="30"/>
<g fill="#9fb894"><circle cx="90" cy="120" r="60"/><circle cx="190" cy="90" r="46"/><circle cx="1100" cy="110" r="70"/><circle cx="1010" cy="70" r="44"/><circle cx="560" cy="690" r="54"/></g>
<g fill="#fff" stroke="#7d8a80" stroke-width="3"><rect x="340" y="170" width="260" height="90" rx="10"/><rect x="640" y="150" width="220" height="70" rx="10"/><rect x="60" y="440" width="130" height="70" rx="10"/><rect x="170" y="640" width="170" height="80" rx="10"/><rect x="800" y="470" width="190" height="80" rx="10"/></g>
<g text-anchor="middle"><text x="470" y="224">Main stage</text><text x="750" y="194">Food court</text><text x="125" y="484">Entry</text><text x="255" y="690">Cash desk</text><text x="895" y="519">Lake bar</text><text x="1040" y="720" fill="#3f6c86">Lake</text></g>
</svg>`

export const sitePicture = new SitePicture({
  data: new TextEncoder().encode(drawing),
  mime_type: "image/svg+xml"
})
