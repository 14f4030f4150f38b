/** A picture is only ever a picture, also if somebody opens its address. */
const headers = { "Content-Security-Policy": "default-src 'none'; sandbox" };

/** Answers with a stored picture. `caching` says how long browsers may keep it. */
export function pictureAnswer(
  { mediaType, bytes }: { readonly mediaType: string; readonly bytes: Uint8Array },
  caching: string,
) {
  const named = { ...headers, "Cache-Control": caching, "Content-Type": mediaType };
  return { ok: true as const, answer: { status: 200, headers: named, body: onePiece(bytes) } };
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
