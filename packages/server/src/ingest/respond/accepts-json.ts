/** Returns whether an Accept header names a JSON type: `application/json` or any `+json`, not refused with q=0. */
export function acceptsJson(accept: string | null): boolean {
  if (accept === null) return false;
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";");
    const name = type.trim();
    if (!name.endsWith("/json") && !name.endsWith("+json")) continue;
    const quality = parameters
      .map((parameter) => parameter.trim())
      .find((parameter) => parameter.startsWith("q="));
    if (quality === undefined || Number(quality.slice(2)) > 0) return true;
  }
  return false;
}
