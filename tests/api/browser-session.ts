import { managePath } from "@weir/protocol/manage/route";
import type { InstalledOwner } from "../harness/installed-data.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { WeirInstallation } from "../harness/weir-installation.ts";

/** The person who followed the set-up link. */
export const ownerPassword = "correct horse battery staple";

interface ApiAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many forms.
  readonly json: any;
  readonly headers: Headers;
}

/** A person with a browser. It keeps the cookie and sends the origin of requests as browsers do. */
export class BrowserSession {
  readonly #url: () => string;
  readonly #headers: Readonly<Record<string, string>>;
  #cookie = "";
  account = "";

  /**
   * A function is asked for the address of every call. `headers` are sent with every call, such as those of a proxy.
   */
  constructor(url: string | (() => string), headers: Readonly<Record<string, string>> = {}) {
    this.#url = typeof url === "string" ? () => url : url;
    this.#headers = headers;
  }

  get url(): string {
    return this.#url();
  }

  get cookie(): string {
    return this.#cookie;
  }

  /** Follows the set-up link that the server printed. */
  static async setUp(weir: Pick<WeirInstallation, "url" | "logText">): Promise<BrowserSession> {
    await waitUntil("the set-up link is printed", () => weir.logText.includes("/setup#"));
    const secret = /\/setup#(\S+)/.exec(weir.logText)![1]!;
    const session = new BrowserSession(weir.url);
    const owner = { email: "ada@example.org", password: ownerPassword, name: "Ada" };
    const { status, json } = await session.call("POST", "/setup", {
      secret,
      ...owner,
      account_name: "Plant",
    });
    if (status !== 201) throw new Error(`Set-up answered ${status}: ${JSON.stringify(json)}`);
    session.account = json.accounts[0].uuid;
    return session;
  }

  /** Somebody who is in the control data already, in the first of their accounts. */
  static async signIn({ url }: { readonly url: string }, person: InstalledOwner): Promise<BrowserSession> {
    const session = new BrowserSession(url);
    const { status, json } = await session.call("POST", "/session", person);
    if (status !== 201) throw new Error(`Sign-in answered ${status}: ${JSON.stringify(json)}`);
    session.account = json.accounts[0].uuid;
    return session;
  }

  /** The same person, in an account, at another address of the installation. */
  at(url: string, account = this.account): BrowserSession {
    const session = new BrowserSession(url, this.#headers);
    session.#cookie = this.#cookie;
    session.account = account;
    return session;
  }

  /** A path that starts with a dot is below the account. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<ApiAnswer> {
    const full = path.startsWith(".") ? `/accounts/${this.account}${path.slice(1)}` : path;
    const response = await fetch(this.#url() + managePath + full, {
      method,
      headers: {
        "sec-fetch-site": "same-origin",
        ...this.#headers,
        ...(this.#cookie === "" ? {} : { cookie: this.#cookie }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.#cookie = cookie.split(";")[0]!;
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, json: isJson ? JSON.parse(text) : text, headers: response.headers };
  }

  /** The head of the answer to GET. */
  async headOf(path: string): Promise<{ status: number; headers: Headers }> {
    const response = await fetch(this.#url() + managePath + path, {
      method: "HEAD",
      headers: { cookie: this.#cookie },
    });
    return { status: response.status, headers: response.headers };
  }

  /** The raw answer, for streams. */
  open(path: string, signal: AbortSignal): Promise<Response> {
    const url = `${this.#url()}${managePath}/accounts/${this.account}${path}`;
    return fetch(url, { headers: { cookie: this.#cookie }, signal });
  }
}
