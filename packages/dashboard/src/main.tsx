import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { whenSignedOut } from "./api/client.ts";
import { holdRequests } from "./api/held-requests.ts";
import { liveStream } from "./api/live.ts";
import { refresh } from "./api/queries.ts";
import { Dashboard } from "./app/dashboard.tsx";
import { router } from "./app/router.tsx";
import { applyTheme, followOtherTabs } from "./app/theme.ts";

/** How long the first drawing waits for answers. */
const answersWaitMaxMs = 200;

/** How long other requests wait for the first frame. */
const frameWaitMaxMs = 1000;

/** Draws the page at the address of the window, with what it shows first if the server is quick enough. */
export async function draw(answers: Promise<void>): Promise<void> {
  correctLanguage();
  applyTheme();
  followOtherTabs();
  liveStream.restWhileUnseen();
  whenSignedOut(() => void refresh("showSession"));
  const enough = new Promise((resolve) => setTimeout(resolve, answersWaitMaxMs));
  await Promise.allSettled([router.load(), Promise.race([answers, enough])]);

  holdRequests(nextFrame());
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <Dashboard />
    </StrictMode>,
  );
}

/** Resolves once the next frame is on the screen. Frames come late on a busy machine, and never while the tab is hidden. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    // The first is called before the frame is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, document.hidden ? 0 : frameWaitMaxMs);
  });
}

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
