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
 * Applies this theme and keeps it in the browser. The next load is drawn before the server has said who is signed in,
 * and some pages are shown without a sign-in.
 */
export function setTheme(theme: Theme): void {
  if (theme === stored()) return;
  localStorage.setItem(storageKey, theme);
  showStored();
}

/** Follows a theme that was chosen in another tab. */
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

/** Whether the screen shows light or dark colours. Follows the system if the theme does. */
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
