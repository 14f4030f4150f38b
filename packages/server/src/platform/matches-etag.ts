/**
 * Returns whether an If-None-Match header names the current version of a resource, so that 304 is the answer (RFC 9110,
 * 13.1.2). `*` names every version. Tags are compared weakly: `W/"a"` and `"a"` are the same. A malformed header names
 * nothing, and the client gets the whole answer.
 */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return etagsIn(ifNoneMatch).includes(withoutWeakMark(etag));
}

/** A list of tags separated by commas. A tag may itself contain commas, but no quotes. */
const etagList = /^[ \t,]*(?:(?:W\/)?"[^"]*"[ \t]*(?:,[ \t,]*|$))+$/;

function etagsIn(list: string): string[] {
  return etagList.test(list) ? (list.match(/"[^"]*"/g) ?? []) : [];
}

function withoutWeakMark(etag: string): string {
  return etag.startsWith("W/") ? etag.slice(2) : etag;
}
