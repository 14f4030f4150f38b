/**
 * Two people may edit the same thing. A caller that names the version it has read changes the thing only if it is still
 * the same. The version is derived from what people edit, so it is the same again after a change was reverted.
 */
export type ExpectedVersion = readonly string[] | null;

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
