import { serverPlaceholder } from "../docs-page/placeholders.ts";

/** Writes the address that the page came from into the examples. A copy that was saved has none and keeps the placeholder. */
export function fillInAddress(): void {
  if (!location.protocol.startsWith("http")) return;
  const isSecure = location.protocol === "https:";
  for (const code of document.querySelectorAll("code")) {
    if (!code.textContent.includes(serverPlaceholder)) continue;
    if (!isSecure && code.closest("[data-needs-https]") !== null) continue;
    code.textContent = code.textContent.replaceAll(serverPlaceholder, location.origin);
  }
}
