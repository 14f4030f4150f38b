import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { whenSignedOut } from "../api/client.ts";
import { chooseAccount } from "../api/current-account.ts";
import { liveStream } from "../api/live.ts";
import { refresh } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { Dashboard } from "./dashboard.tsx";
import { router } from "./router.tsx";

interface ShownDashboard {
  /** Removes the page and forgets everything that it has loaded. */
  close(): void;
}

/**
 * For tests without a browser: shows the page at this address in the document of the process, to somebody who is signed
 * in to an account or, without one, to nobody.
 */
export function showDashboard(address: string, account: string | null): ShownDashboard {
  whenSignedOut(() => void refresh("showSession"));
  if (account !== null) chooseAccount(account);
  router.history.replace(address);
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(createElement(Dashboard));
  // Without a page, the router does not notice where it is sent.
  void router.load();
  return {
    close() {
      flushSync(() => root.unmount());
      place.remove();
      liveStream.end();
      queryClient.clear();
    },
  };
}
