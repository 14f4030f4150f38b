/**
 * Tries once more, at a person's wish, to load a part of the dashboard. Firefox, Safari and older Chromium remember for as
 * long as a document is open that one of its files failed to load, and never request it again. So when the server answers
 * and the part still does not load, the document is loaded again. The browser asks first where something is unsaved.
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
