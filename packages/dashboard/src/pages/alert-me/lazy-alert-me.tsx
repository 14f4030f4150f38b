import { useEffect } from "react";
import { messageOf, unreachable } from "../../api/problem.ts";
import { lazyPart, type MissingProps } from "../../ui/lazy-part.tsx";
import { toast } from "../../ui/toast.tsx";
import type { AlertMeProps } from "./alert-me-dialog.tsx";

/** The dialog, loaded when it is first opened, because the pages that offer it are seen more often than it. */
export const LazyAlertMe = lazyPart<AlertMeProps>(
  async () => (await import("./alert-me-dialog.tsx")).AlertMeDialog,
  LoadingDialog,
);

function LoadingDialog({ load, onLoaded }: MissingProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it loads only once, when it is first shown.
  useEffect(() => {
    void load().then((isLoaded) => (isLoaded ? onLoaded() : toast(messageOf(unreachable()), "bad")));
  }, []);
  return null;
}
