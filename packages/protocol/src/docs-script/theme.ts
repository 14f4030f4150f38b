/** Where the dashboard stores the theme that a person chose in this browser; see its theme.ts. */
const storageKey = "weir.theme";

/**
 * Follows the theme chosen in the dashboard, also when it changes in another tab. Without a choice, follows the system.
 */
export function followTheme(): void {
  applyTheme();
  addEventListener("storage", applyTheme);
}

function applyTheme(): void {
  const theme = localStorage.getItem(storageKey);
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
