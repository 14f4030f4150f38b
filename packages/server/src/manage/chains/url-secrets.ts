import { hidden } from "@weir/rule-engine/hidden-text";

/** So long and with digits in it, a part of a path is taken for a token, as many services put one there. */
const tokenLengthMin = 16;

/** A URL without what may be secret: credentials, query and fragment, and parts of the path that look like tokens. */
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
