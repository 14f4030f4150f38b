import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { whenSignedOut } from "./api/client.ts";
import { liveStream } from "./api/live.ts";
import { refresh } from "./api/queries.ts";
import { Dashboard } from "./app/dashboard.tsx";
import { router } from "./app/router.tsx";
import { applyTheme, followOtherTabs } from "./app/theme.ts";
import "./styles.css";

correctLanguage();
applyTheme();
followOtherTabs();
liveStream.restWhileUnseen();
whenSignedOut(() => void refresh("showSession"));

// Drawn once the code of the page is there, and perhaps the session. Drawing a placeholder first would delay the requests.
void router.load().finally(() =>
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <Dashboard />
    </StrictMode>,
  ),
);

/**
 * Some browsers report a language that does not exist: WebKit on Linux says "C" if no language is set.
 * Libraries that format numbers by language then throw, which broke the charts, so such a name is replaced.
 */
function correctLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en" });
  }
}
