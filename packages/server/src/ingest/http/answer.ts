/**
 * The headers that every answer of the listener has, whatever it answers: set here and nowhere else, as lines that are
 * put together once.
 */
const onEveryAnswer = [
  // What an answer is, its Content-Type says. A browser that guesses could take a device's text for a page.
  "X-Content-Type-Options: nosniff",
  // Addresses here name devices and accounts, which is nobody else's business.
  "Referrer-Policy: no-referrer",
];

/**
 * A browser that was here over TLS never again asks without it, for a year. Only this host, because others below its
 * name may be somebody else's.
 */
const overTls = ["Strict-Transport-Security: max-age=31536000"];

/** Unless an answer says otherwise, nobody keeps it: nearly all depend on who asks, and when. */
const defaultCaching = "Cache-Control: no-store\r\n";

function standingHeaders(hasTls: boolean): string {
  const headers = hasTls ? [...onEveryAnswer, ...overTls] : onEveryAnswer;
  return headers.map((header) => `${header}\r\n`).join("");
}

/** One answer, as the listener sends it. Header names are written as given. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody;
}

/** Is sent piece by piece, and stopped when the client goes away. */
export interface StreamedBody extends AsyncIterable<Uint8Array> {
  /**
   * It never ends by itself. So a client that closes its side of the connection does not wait for the rest, it has left;
   * and a server that stops does not wait for its end.
   */
  readonly isEndless?: true;
  /** How many bytes all pieces are together, where that is known beforehand. */
  readonly sizeBytes?: number;
  /** All of it, where it is in memory for many answers. */
  readonly shared?: Uint8Array;
}

/** What is sent of shared bytes before other connections have their turn. */
const turnBytes = 64 * 1024;

/**
 * A body that is in memory already. Many answers may share the bytes; they are not copied. They are sent a piece at a
 * time with a turn of the event loop in between, because handing the whole to the socket takes half a millisecond, and
 * hundreds of clients may ask at the same moment as a device.
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
  /** The answer to a HEAD request has the headers of its body, and no body. */
  readonly withoutBody: boolean;
  /** What is said about the connection: "close" when no further request will be read, null when nothing need be. */
  readonly connection: "close" | "keep-alive" | null;
}

export const continueText = "HTTP/1.1 100 Continue\r\n\r\n";

/** The bytes of an answer as text: everything in it is ASCII but, perhaps, the body. Of a stream, only the head. */
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

/** Without a length a client takes the end of the connection for that of the body. */
function framingOf({ sizeBytes }: StreamedBody, isLast: boolean): string {
  if (sizeBytes !== undefined) return `Content-Length: ${sizeBytes}\r\n`;
  return isLast ? "" : "Transfer-Encoding: chunked\r\n";
}

let dateText = "";
let dateSecond = -1;

/** Made once a second; a thousand answers share it. */
export function httpDate(): string {
  const nowMs = Date.now();
  const second = Math.floor(nowMs / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(nowMs).toUTCString();
  }
  return dateText;
}
