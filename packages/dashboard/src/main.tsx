import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { whenSignedOut } from "./api/client.ts";
import { liveStream } from "./api/live.ts";
import { queryClient, refresh } from "./api/queries.ts";
import { ProofDialog } from "./app/proof-dialog.tsx";
import { router } from "./app/router.tsx";
import { applyTheme, followOtherTabs } from "./app/theme.ts";
import { Toasts } from "./ui/toast.tsx";
import "./styles.css";

correctLanguage();
applyTheme();
followOtherTabs();
liveStream.restWhileUnseen();
whenSignedOut(() => void refresh("showSession"));

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ProofDialog />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);

/**
 * Some browsers name a language that is none: WebKit on Linux says "C" where no other is set. Libraries that format numbers
 * by it throw, which took the charts along, so such a name is replaced.
 */
function correctLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en" });
  }
}
