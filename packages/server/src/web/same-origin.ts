import type { ProblemDetails } from "./api-answer.ts";
import type { ApiRequestHead } from "./api-request.ts";

/**
 * Whether a browser sent the request from one of our pages. Browsers send the session cookie with requests of other
 * pages, too, so changes are accepted only from our own. Browsers report the origin in Sec-Fetch-Site, and older ones
 * in Origin. A program that sends neither has no cookie that it did not mean to send.
 */
export function isFromOwnPage({ headers }: ApiRequestHead): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  if (origin === null) return true;
  return URL.parse(origin)?.host === headers.get("host");
}

export const foreignPage: ProblemDetails = {
  status: 403,
  code: "foreign_page",
  detail: "The request came from a page of another site and was refused.",
};
