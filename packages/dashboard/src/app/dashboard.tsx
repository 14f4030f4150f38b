import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { queryClient } from "../api/query-client.ts";
import { loadOverlays } from "../ui/load-overlays.ts";
import { Toasts } from "../ui/toasts.tsx";
import { whenUsed } from "../ui/when-used.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import { router } from "./router.tsx";

/** The page at the address of the window, with what may appear on top of it. */
export function Dashboard() {
  useEffect(() => whenUsed(loadOverlays), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ProofDialog />
      <Toasts />
    </QueryClientProvider>
  );
}
