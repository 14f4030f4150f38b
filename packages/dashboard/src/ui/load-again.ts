/**
 * Tries once more to load a part of the dashboard, after a person asked for it. Firefox, Safari and older Chromium
 * remember a failed file for as long as the document is open, and never request it again. So if the server answers and
 * the part still does not load, the document is reloaded. The browser asks first if something is unsaved.
 */
export async function loadAgain(load: () => Promise<boolean>): Promise<boolean> {
  if (await load()) return true;
  if (await isServerThere()) location.reload();
  return false;
}

/** Requests the page that a reload would show, so that a reload never ends on the browser's own error page. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
