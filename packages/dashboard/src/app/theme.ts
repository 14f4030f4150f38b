import type { Theme } from "@weir/protocol/closed-sets";
import { useSyncExternalStore } from "react";

const storageKey = "weir.theme";
const watchers = new Set<() => void>();

function stored(): Theme {
  const theme = localStorage.getItem(storageKey);
  return theme === "light" || theme === "dark" ? theme : "system";
}

export function applyTheme(): void {
  const theme = stored();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/**
 * Shows this theme, and keeps it in the browser: for the next load, which is drawn before the server has said who is
 * signed in, and for pages that are shown to nobody in particular.
 */
export function setTheme(theme: Theme): void {
  if (theme === stored()) return;
  localStorage.setItem(storageKey, theme);
  showStored();
}

/** Another tab has chosen another theme. */
export function followOtherTabs(): void {
  addEventListener("storage", ({ key }) => {
    if (key === storageKey || key === null) showStored();
  });
}

function showStored(): void {
  applyTheme();
  for (const act of watchers) act();
}

/** Also changes when the system's theme does, because canvases have to be drawn again. */
export function useTheme(): Theme {
  return useSyncExternalStore((act) => {
    watchers.add(act);
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", act);
    return () => {
      watchers.delete(act);
      system.removeEventListener("change", act);
    };
  }, stored);
}

/** The current colour of a variable of the style sheet, for canvases. */
export function colourOf(variable: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Which colours are on the screen, also while the theme is the system's and that changes. */
export function useDrawnTheme(): "light" | "dark" {
  useTheme();
  return useSyncExternalStore(
    (act) => {
      const system = matchMedia("(prefers-color-scheme: dark)");
      system.addEventListener("change", act);
      return () => system.removeEventListener("change", act);
    },
    () => {
      const { theme } = document.documentElement.dataset;
      if (theme === "light" || theme === "dark") return theme;
      return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    },
  );
}
