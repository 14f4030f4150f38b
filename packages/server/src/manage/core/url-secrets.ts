import { hidden } from "@weir/rule-engine/hidden-text";

/** A part of a path of this length with digits in it counts as a token, because many services put one there. */
const tokenLengthMin = 16;

/** A URL without possible secrets: credentials, query and fragment, and parts of the path that look like tokens. */
export function withoutUrlSecrets(text: string): string {
  const url = URL.parse(text);
  if (url === null) return hidden;
  const credentials = url.username === "" && url.password === "" ? "" : `${hidden}@`;
  const query = url.search === "" && url.hash === "" ? "" : `?${hidden}`;
  const path = url.pathname.split("/").map((part) => (isLikeToken(part) ? hidden : part));
  return `${url.protocol}//${credentials}${url.host}${path.join("/")}${query}`;
}

function isLikeToken(part: string): boolean {
  return part.length >= tokenLengthMin && (/\d/.test(part) || !/[-_.]/.test(part));
}
