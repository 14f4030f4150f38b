// Runs before anything is drawn, so that nobody who chose a theme sees the other one flash by. The build puts it into the
// page. `theme.ts` keeps what was chosen.
try {
  const theme = localStorage.getItem("weir.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Browsers may forbid storage. The page then follows the system.
}
