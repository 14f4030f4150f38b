import "../../../../../tests/harness/quick-passwords.ts";
import { join } from "node:path";
import { accountRoutes } from "@weir/protocol/manage/account-routes";
import { apiKeyRoutes } from "@weir/protocol/manage/api-key-routes";
import { emailRoutes } from "@weir/protocol/manage/email-routes";
import { invitationRoutes } from "@weir/protocol/manage/invitation-routes";
import { proofRoutes } from "@weir/protocol/manage/proof-routes";
import { routeTarget } from "@weir/protocol/manage/route-target";
import { secretRoutes } from "@weir/protocol/manage/secret-routes";
import { sessionRoutes } from "@weir/protocol/manage/session-routes";
import type { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import type { Control } from "../../control/control.ts";
import { isTestDataInFile } from "../../control/test-open-control.ts";
import type { ManagementApi } from "../../web/management-api.ts";
import { answerRequest } from "../../web/testing/answer-request.ts";
import { accountHandlers } from "../accounts/account-handlers.ts";
import { secretHandlers } from "../chains/secrets/secret-handlers.ts";
import type { Mailer } from "../core/mailer.ts";
import { createManagementApi } from "../create-management-api.ts";
import { apiKeyHandlers } from "../people/api-key-handlers.ts";
import { emailHandlers } from "../people/email-handlers.ts";
import { invitationHandlers } from "../people/invitation-handlers.ts";
import { createPeopleAccessControl } from "../people/people-access-control.ts";
import { proofHandlers } from "../people/proof-handlers.ts";
import { sessionHandlers } from "../people/session-handlers.ts";
import { makeSetupSecret } from "../people/set-up.ts";
import { SignInThrottle } from "../people/sign-in-throttle.ts";
import { allRows } from "../test-control.ts";
import { ApiUnderTest, type TestAnswer } from "./api-under-test.ts";

const routes = {
  ...accountRoutes,
  ...apiKeyRoutes,
  ...emailRoutes,
  ...invitationRoutes,
  ...proofRoutes,
  ...secretRoutes,
  ...sessionRoutes,
};
const handlers = {
  ...accountHandlers,
  ...apiKeyHandlers,
  ...emailHandlers,
  ...invitationHandlers,
  ...proofHandlers,
  ...secretHandlers,
  ...sessionHandlers,
};

/** For tests: people with browsers, in front of the API with its real access control. */
export class PeopleUnderTest implements AsyncDisposable {
  readonly control: Control;
  readonly clock: ManualClock;
  readonly logLines: readonly string[];
  readonly api: ManagementApi;
  readonly #under: ApiUnderTest<typeof routes>;

  private constructor(under: ApiUnderTest<typeof routes>) {
    this.#under = under;
    this.control = under.control;
    this.clock = under.clock;
    this.logLines = under.logLines;
    const access = createPeopleAccessControl(under.control);
    this.api = createManagementApi(routes, handlers, access, under.parts);
  }

  static async create(mailer: Mailer | null = null): Promise<PeopleUnderTest> {
    const under = await ApiUnderTest.create(routes, handlers, { parts: { mailer } });
    return new PeopleUnderTest(under);
  }

  browser(options: BrowserOptions = {}): TestBrowser {
    return new TestBrowser(this.api, options);
  }

  /** The API as another member of the installation serves it, with its own connection and the shared limits. */
  anotherMember(): ManagementApi {
    const control = this.#under.openControl();
    const { limits } = this.#under.parts;
    const parts = { ...this.#under.parts, control, throttle: new SignInThrottle(limits.tries) };
    return createManagementApi(routes, handlers, createPeopleAccessControl(control), parts);
  }

  /** Whether the text is readable in the files of the control data, or in its rows if it has no files. */
  async isOnDisk(text: string): Promise<boolean> {
    if (!isTestDataInFile) {
      const rows = [...(await allRows(this.control)).values()];
      const asText = (_key: string, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value;
      return JSON.stringify(rows, asText).includes(text);
    }
    const files = ["control.db", "control.db-wal"].map((name) => Bun.file(join(this.#under.dataDir, name)));
    const contents = await Promise.all(
      files.map(async (file) => ((await file.exists()) ? file.bytes() : [])),
    );
    return contents.some((bytes) => Buffer.from(bytes).includes(text));
  }

  /** Signs in Ada, who owns the account Default, and returns her browser. */
  async ada(): Promise<TestBrowser> {
    const secret = await makeSetupSecret(this.control);
    const browser = this.browser();
    const { status, text } = await browser.call("setUp", { secret, ...adaSignIn, name: "Ada" });
    if (status !== 201) throw new Error(text);
    return browser;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#under[Symbol.asyncDispose]();
  }
}

export const adaSignIn = { email: "ada@example.org", password: "correct horse battery" };

interface BrowserOptions {
  readonly source?: string;
  readonly isSecure?: boolean;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Keeps cookies as a browser does. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #api: ManagementApi;
  readonly #options: BrowserOptions;

  constructor(api: ManagementApi, options: BrowserOptions) {
    this.#api = api;
    this.#options = options;
  }

  async call(
    name: keyof typeof routes,
    body?: unknown,
    params: Readonly<Record<string, string>> = {},
  ): Promise<TestAnswer> {
    const { source = "192.0.2.1", isSecure = true, host = "weir.example.org" } = this.#options;
    const { method, path } = routes[name];
    const cookie = [...this.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const headers = new Map(
      Object.entries({
        host,
        "user-agent": "Test/1.0",
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
        ...(cookie === "" ? {} : { cookie }),
        ...this.#options.headers,
      }),
    );
    const answer = await answerRequest(this.#api, {
      id: "test-request",
      method,
      target: routeTarget(path, params),
      headers: { get: (header) => headers.get(header) ?? null },
      body: body === undefined ? new Uint8Array(0) : Buffer.from(JSON.stringify(body)),
      source,
      isSecure,
    });
    this.#keepCookie(answer.headers["Set-Cookie"]);
    const text = answer.body as string;
    const json: unknown = text === "" ? undefined : JSON.parse(text);
    checkForm(name, answer.status, json);
    return { status: answer.status, headers: answer.headers, text, json };
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.call("showSession")).status === 200;
  }

  /** The token in its cookie. */
  get token(): string {
    return [...this.cookies.values()][0] ?? "";
  }

  #keepCookie(header: string | undefined): void {
    const match = /^([^=]+)=([^;]*); Max-Age=(\d+)/.exec(header ?? "");
    if (match === null) return;
    if (match[3] === "0") this.cookies.delete(match[1]!);
    else this.cookies.set(match[1]!, match[2]!);
  }
}

function checkForm(name: keyof typeof routes, status: number, json: unknown): void {
  const route = routes[name];
  if (status >= 400) return;
  if (status !== route.status) throw new Error(`${name} answered ${status}, not ${route.status}.`);
  if (route.answer !== null && "parse" in route.answer) route.answer.parse(json);
}
