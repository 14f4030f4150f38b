import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { whenSignedOut } from "./api/client.ts";
import { liveStream } from "./api/live.ts";
import { queryClient, refresh } from "./api/queries.ts";
import { correctLanguage } from "./app/correct-language.ts";
import { ProofDialog } from "./app/proof-dialog.tsx";
import { router } from "./app/router.tsx";
import { applyTheme, followOtherTabs } from "./app/theme.ts";
import "./styles.css";
import { Toasts } from "./ui/toast.tsx";

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
