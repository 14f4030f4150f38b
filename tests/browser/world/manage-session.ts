import { managePath } from "@weir/protocol/manage/route";

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The user agent, which lists of sessions show. */
const browserName =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

interface Call {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many forms.
type AnyJson = any;

/** A person at the management API. Every refusal is an error of the test. */
export class ManageSession {
  readonly #url: string;
  #cookie = "";
  #account = "";

  constructor(url: string) {
    this.#url = url;
  }

  /** In the given account, or else the first by name. */
  static async signIn(url: string, { email, password }: Person, account?: string): Promise<ManageSession> {
    const session = new ManageSession(url);
    const { accounts } = await session.do("POST", "/session", { email, password });
    session.#account = account ?? accounts[0].uuid;
    return session;
  }

  get account(): string {
    return this.#account;
  }

  /** The session cookie as `name=value`, for a browser that should be signed in, too. */
  get cookie(): string {
    return this.#cookie;
  }

  /** Calls the API and returns its answer. A path below the account starts with a dot. */
  do(method: string, path: string, body?: unknown, headers: Call["headers"] = {}): Promise<AnyJson> {
    return this.#call(method, path, {
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Uploads a file in one part. */
  upload(path: string, text: string): Promise<AnyJson> {
    const headers = { "content-type": "application/octet-stream", "upload-offset": "0" };
    return this.#call("PATCH", path, { body: text, headers });
  }

  /** Sends a file as a whole. */
  addFile(path: string, bytes: Uint8Array): Promise<AnyJson> {
    return this.#call("POST", path, { body: bytes, headers: { "content-type": "application/octet-stream" } });
  }

  async #call(method: string, path: string, { body, headers = {} }: Call): Promise<AnyJson> {
    const full = path.startsWith(".") ? `/accounts/${this.#account}${path.slice(1)}` : path;
    const response = await fetch(this.#url + managePath + full, {
      method,
      headers: {
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
        "user-agent": browserName,
        ...(this.#cookie === "" ? {} : { cookie: this.#cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body as string }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.#cookie = cookie.split(";")[0]!;
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === "" ? null : JSON.parse(text);
  }
}
