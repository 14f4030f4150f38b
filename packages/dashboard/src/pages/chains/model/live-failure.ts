interface Failure {
  readonly at: string;
}

/** The last error of a node, if it is one of the published version: of what was mended since, nobody need be warned. */
export function liveFailure<Last extends Failure>(
  last: Last | null | undefined,
  liveSince: string | null,
): Last | null {
  if (last === null || last === undefined || liveSince === null) return null;
  return Date.parse(last.at) >= Date.parse(liveSince) ? last : null;
}
