import type { ApiRequest } from "./api-request.ts";

/**
 * Two people may edit the same thing. A caller that names the version it has read changes the thing only if it is still
 * the same. The version is derived from what people edit, so it is the same again after a change was reverted.
 */
export type ExpectedVersion = readonly string[] | null;

/** The versions in If-Match, one of which must be the current one; null if none was sent, or if any will do. */
export function expectedVersion({ headers }: ApiRequest): ExpectedVersion {
  const sent = headers.get("if-match")?.trim();
  if (sent === undefined || sent === "*") return null;
  return sent.split(",").map((tag) => tag.trim().replace(/^"(.*)"$/, "$1"));
}

const markLength = 22;

export function versionOf(edited: readonly unknown[]): string {
  return new Bun.CryptoHasher("sha256")
    .update(JSON.stringify(edited))
    .digest("base64url")
    .slice(0, markLength);
}

export function isExpected(expected: ExpectedVersion, version: string): boolean {
  return expected === null || expected.includes(version);
}
