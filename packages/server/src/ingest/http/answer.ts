/** The headers of every answer of the listener. They are set only here, as lines that are built once. */
const onEveryAnswer = [
  // The Content-Type is authoritative. A browser that guesses could treat a device's text as a page.
  "X-Content-Type-Options: nosniff",
  // Addresses here name devices and accounts, which other sites must not see.
  "Referrer-Policy: no-referrer",
];

/**
 * For a year, a browser that used TLS here never connects without it. Only for this host, because subdomains may belong to
 * somebody else.
 */
export const strictTransport = { "Strict-Transport-Security": "max-age=31536000" };

/** By default answers are not cached: nearly all of them depend on who asks, and when. */
const defaultCaching = "Cache-Control: no-store\r\n";

function standingHeaders(hasTls: boolean): string {
  const overTls = Object.entries(strictTransport).map(([name, value]) => `${name}: ${value}`);
  const headers = hasTls ? [...onEveryAnswer, ...overTls] : onEveryAnswer;
  return headers.map((header) => `${header}\r\n`).join("");
}

/** One answer, as the listener sends it. Header names are written as given. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody;
}

/** A body that is sent piece by piece, and stopped when the client goes away. */
export interface StreamedBody extends AsyncIterable<Uint8Array> {
  /**
   * The body never ends by itself. So a client that closes its side of the connection has left and does not wait for the rest,
   * and a server that stops does not wait for the end.
   */
  readonly isEndless?: true;
  /** The size of all pieces together, if it is known beforehand. */
  readonly sizeBytes?: number;
  /** The whole body, if it is in memory for many answers. */
  readonly shared?: Uint8Array;
}

/** How much of shared bytes is sent before other connections get their turn. */
const turnBytes = 64 * 1024;

/**
 * Creates a body from bytes in memory. Many answers may share the bytes, which are not copied. They are sent piece by piece
 * with a turn of the event loop in between, because passing everything to the socket takes half a millisecond, and hundreds of
 * clients may ask at the same moment as a device.
 */
export function bodyOfBytes(bytes: Uint8Array): StreamedBody {
  return {
    sizeBytes: bytes.length,
    shared: bytes,
    async *[Symbol.asyncIterator]() {
      for (let start = 0; start < bytes.length; start += turnBytes) {
        if (start > 0) await new Promise(setImmediate);
        yield bytes.subarray(start, start + turnBytes);
      }
    },
  };
}

const reasons: Record<number, string> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  304: "Not Modified",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Payload Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  422: "Unprocessable Entity",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  501: "Not Implemented",
  503: "Service Unavailable",
  505: "HTTP Version Not Supported",
};

interface RenderOptions {
  /** The answer to a HEAD request has the headers of its body, but no body. */
  readonly withoutBody: boolean;
  /** The Connection header: "close" if no further request will be read, null if none is needed. */
  readonly connection: "close" | "keep-alive" | null;
}

export const continueText = "HTTP/1.1 100 Continue\r\n\r\n";

/** Renders an answer as text: everything but the body is ASCII. For a stream, only the head. */
export type RenderAnswer = (answer: Answer, options: RenderOptions) => string;

export function createRenderer(hasTls: boolean): RenderAnswer {
  const standing = standingHeaders(hasTls);

  return ({ status, headers, body }, { withoutBody, connection }) => {
    let text = `HTTP/1.1 ${status} ${reasons[status] ?? "Unknown"}\r\n`;
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
    text += standing;
    if (headers["Cache-Control"] === undefined) text += defaultCaching;
    if (connection !== null) text += `Connection: ${connection}\r\n`;
    text += `Date: ${httpDate()}\r\n`;
    if (typeof body !== "string") return `${text}${framingOf(body, connection === "close")}\r\n`;
    if (status !== 204 && status !== 304) text += `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    return withoutBody ? `${text}\r\n` : `${text}\r\n${body}`;
  };
}

/** Without a length, a client takes the end of the connection for the end of the body. */
function framingOf({ sizeBytes }: StreamedBody, isLast: boolean): string {
  if (sizeBytes !== undefined) return `Content-Length: ${sizeBytes}\r\n`;
  return isLast ? "" : "Transfer-Encoding: chunked\r\n";
}

let dateText = "";
let dateSecond = -1;

/** Created once a second and shared by a thousand answers. */
export function httpDate(): string {
  const nowMs = Date.now();
  const second = Math.floor(nowMs / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(nowMs).toUTCString();
  }
  return dateText;
}
