import { createRoot } from "react-dom/client"

createRoot(document.querySelector("#application")!).render(<h1>Festival portal</h1>)
