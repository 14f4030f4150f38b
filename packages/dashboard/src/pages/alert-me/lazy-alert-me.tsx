import { lazyPart } from "../../ui/lazy-part.tsx";
import { SilentLoading } from "../../ui/silent-loading.tsx";
import type { AlertMeProps } from "./alert-me-dialog.tsx";

/** The dialog, loaded when it is first opened, because the pages that offer it are seen more often than it. */
export const LazyAlertMe = lazyPart<AlertMeProps>(
  async () => (await import("./alert-me-dialog.tsx")).AlertMeDialog,
  SilentLoading,
);
