/** Where the dashboard keeps what a person chose in this browser; see its theme.ts. */
const storageKey = "weir.theme";

/** Light or dark as chosen in the dashboard, also when that is changed in another tab; else as the system is. */
export function followTheme(): void {
  applyTheme();
  addEventListener("storage", applyTheme);
}

function applyTheme(): void {
  const theme = localStorage.getItem(storageKey);
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}
