import { type RawAnswer, RawConnection } from "./raw-connection.ts";

/** A request exactly as it goes over the wire. Only Host and the framing of the body are added. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Sends the body in chunks of this size, so that its length is not announced. */
  readonly chunkBytes?: number | undefined;
}

/** Sends one request on its own connection. */
export async function exchange(url: string, request: WireRequest): Promise<RawAnswer> {
  using connection = await RawConnection.open(url);
  connection.write(renderRequest(url, request));
  return await connection.answer({ hasBody: request.method !== "HEAD" });
}

export function renderRequest(url: string, request: WireRequest): Uint8Array {
  return Buffer.concat([Buffer.from(renderHead(url, request), "latin1"), ...renderBody(request)]);
}

/** The request line and the headers, followed by the empty line. */
export function renderHead(url: string, { method, path, headers, body, chunkBytes }: WireRequest): string {
  const framing = chunkBytes === undefined ? `Content-Length: ${body.length}` : "Transfer-Encoding: chunked";
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, ...lines, framing, "", ""].join("\r\n");
}

function renderBody({ body, chunkBytes }: WireRequest): Uint8Array[] {
  if (chunkBytes === undefined) return [body];
  const parts: Uint8Array[] = [];
  for (let start = 0; start < body.length; start += chunkBytes) {
    const chunk = body.subarray(start, start + chunkBytes);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return [...parts, Buffer.from("0\r\n\r\n")];
}
