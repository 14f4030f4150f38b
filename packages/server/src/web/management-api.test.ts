import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { defineRoutes, managePath, usualBodyBytesMax } from "@weir/protocol/manage/route";
import { z } from "zod";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import { bodyOfBytes } from "../ingest/http/answer.ts";
import { accountOwner } from "../manage/chains/work/chain-work.ts";
import { WorkerChainWork } from "../manage/chains/work/worker-chain-work.ts";
import type { ApiContext } from "../manage/core/api-context.ts";
import type { HandlersOf, Outcome } from "../manage/core/handler.ts";
import { refuse } from "../manage/core/manage-error.ts";
import { createManagementApi } from "../manage/create-management-api.ts";
import { ApiUnderTest } from "../manage/testing/api-under-test.ts";
import type { AccessControl } from "./access-control.ts";
import type { ApiAnswer } from "./api-answer.ts";
import type { ApiRequestHead } from "./api-request.ts";
import type { Caller } from "./caller.ts";
import { answerRequest } from "./testing/answer-request.ts";

const thing = { summary: "Do something", scope: "devices:read" } as const;
const named = z.object({ name: z.string().max(5) });
const routes = defineRoutes("Things", {
  showThing: { ...thing, method: "GET", path: "/things/{thing}", access: "signed-in", answer: named },
  makeThing: {
    ...thing,
    method: "POST",
    path: "/things",
    access: "signed-in",
    body: named,
    status: 201,
    answer: named,
  },
  deleteThing: {
    ...thing,
    method: "DELETE",
    path: "/things/{thing}",
    access: "signed-in",
    answer: null,
  },
  replaceThing: {
    ...thing,
    method: "PUT",
    path: "/things/{thing}",
    access: "signed-in",
    body: named,
    bodyBytesMax: 1_000_000,
    answer: named,
  },
  makeOfAccount: {
    ...thing,
    method: "POST",
    path: "/accounts/{account}/things",
    access: "editor",
    body: named,
    answer: named,
  },
  checkOfAccount: {
    ...thing,
    method: "POST",
    path: "/accounts/{account}/things/check",
    access: "viewer",
    body: named,
    takesChain: true,
    answer: named,
  },
  showOfAccount: {
    ...thing,
    method: "GET",
    path: "/accounts/{account}/things",
    access: "viewer",
    answer: named,
  },
});

const ada: Caller = { kind: "user", userId: 1, email: "ada@example.org", sessionId: 1, provedAt: 0 };

const base = await ApiUnderTest.create({}, {});
afterAll(() => base[Symbol.asyncDispose]());
const account = await base.addAccount("Plant");

/** The result of the next handler, which each test sets. */
let outcome: () => unknown;
let contexts: ApiContext[];
let caller: Caller | null;
let identify: AccessControl["identify"];

beforeEach(() => {
  outcome = () => ({ ok: true, value: { name: "a" } });
  contexts = [];
  caller = ada;
  identify = async () => caller;
  base.logLines.length = 0;
});

const access: AccessControl = {
  identify: (request) => identify(request),
  async accessTo(_, accountUuid) {
    return accountUuid === account.uuid
      ? { ...account, tenantId: account.id, name: "Plant", role: "viewer", needsSecondFactor: false }
      : null;
  },
};

const handle = (context: ApiContext) => {
  contexts.push(context);
  return outcome() as Outcome<never>;
};
const handlers = {
  showThing: handle,
  makeThing: handle,
  deleteThing: handle,
  replaceThing: handle,
  makeOfAccount: handle,
  checkOfAccount: handle,
  showOfAccount: handle,
} as unknown as HandlersOf<typeof routes>;
const api = createManagementApi(routes, handlers, access, base.parts);

async function ask(method: string, path: string, body = "", headers: Record<string, string> = {}) {
  const all: Record<string, string> = { "content-type": "application/json", ...headers };
  const answer = await answerRequest(api, {
    id: "req-1",
    method,
    target: managePath + path,
    headers: { get: (name) => all[name] ?? null },
    body: new TextEncoder().encode(body),
    source: "192.0.2.1",
    isSecure: true,
  });
  return {
    ...answer,
    json: typeof answer.body === "string" && answer.body !== "" ? JSON.parse(answer.body) : null,
  };
}

describe("the first failed check answers", () => {
  test.each<[string, string, string, Caller | null, number, string]>([
    ["GET", "/nothing", "", null, 404, "not_found"],
    ["GET", "/things/%", "", ada, 404, "not_found"],
    ["PATCH", "/things/a", "{", null, 405, "method_not_allowed"],
    ["POST", "/things", "{", null, 401, "not_signed_in"],
    ["GET", "/accounts/unknown/things", "", ada, 404, "unknown_account"],
    ["POST", "/things", "{", ada, 400, "not_json"],
    ["POST", "/things", '{"name":"too long"}', ada, 422, "not_valid"],
  ])("%s %s with %j", async (method, path, body, who, status, code) => {
    caller = who;
    const answer = await ask(method, path, body);
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code });
    expect(answer.headers["Content-Type"]).toBe("application/problem+json");
    expect(answer.json).toMatchObject({ status, type: `/docs#problem-${code}` });
    expect(answer.json.title).not.toBe("Problem");
    expect(contexts).toEqual([]);
  });

  test("lists the methods of the path in a 405, each once and in order", async () => {
    const { headers, json } = await ask("PATCH", "/things/a");
    expect(headers.Allow).toBe("DELETE, GET, HEAD, PUT");
    expect(json.detail).toBe("This path only accepts DELETE, GET, HEAD, PUT.");
  });

  test("explains in a 401 how to sign in", async () => {
    caller = null;
    expect((await ask("GET", "/things/a")).headers["WWW-Authenticate"]).toBe("Bearer");
  });

  test("answers a body of another type with 415, and names a wrong field", async () => {
    const plain = await ask("POST", "/things", "{}", { "content-type": "text/plain" });
    expect([plain.status, plain.headers.Accept]).toEqual([415, "application/json"]);
    const wrong = await ask("POST", "/things", "{}");
    expect(wrong.json.errors.map(({ field }: { field: string }) => field)).toEqual(["name"]);
  });
});

test("answers a body with a content coding with 415, and accepts none", async () => {
  const coded = await ask("POST", "/things", "{}", { "content-encoding": "gzip" });
  expect([coded.status, coded.headers["Accept-Encoding"]]).toEqual([415, "identity"]);
  expect((await ask("POST", "/things", "{}", { "content-encoding": "Identity" })).status).toBe(422);
});

test("treats HEAD like GET, so that its answer has the same headers", async () => {
  expect(await ask("HEAD", "/things/a")).toEqual(await ask("GET", "/things/a"));
  caller = null;
  expect((await ask("HEAD", "/things/a")).status).toBe(401);
  expect(contexts).toHaveLength(2);
});

test("accepts HEAD from anywhere, like GET", async () => {
  expect((await ask("HEAD", "/things/a", "", { "sec-fetch-site": "cross-site" })).status).toBe(200);
});

describe("decisions from the head of a request", () => {
  const headOf = (method: string, path: string, headers: Record<string, string> = {}): ApiRequestHead => ({
    id: "req-1",
    method,
    target: managePath + path,
    headers: { get: (name) => headers[name] ?? null },
    source: "192.0.2.1",
    isSecure: true,
  });
  const fromElsewhere = { "sec-fetch-site": "cross-site" };

  test.each<[string, string, Caller | null, Record<string, string>, number]>([
    ["POST", "/nothing", null, {}, 404],
    ["PATCH", "/things/a", null, {}, 405],
    ["POST", "/things", null, {}, 401],
    ["POST", "/things", ada, fromElsewhere, 403],
    ["POST", "/accounts/unknown/things", ada, {}, 404],
    ["POST", `/accounts/${account.uuid}/things`, ada, {}, 403],
  ])("refuses %s %s without its body", async (method, path, who, headers, status) => {
    caller = who;
    expect(await api(headOf(method, path, headers))).toMatchObject({ status });
  });

  test("accepts a body up to the limit of its route", async () => {
    expect(await api(headOf("POST", "/things"))).toMatchObject({ bodyBytesMax: usualBodyBytesMax });
    expect(await api(headOf("PUT", "/things/a"))).toMatchObject({ bodyBytesMax: 1_000_000 });
  });

  test("charges a claimed and refused length at most as the longest body to the account's share", async () => {
    using parts = new DisposableStack();
    const limits = { deadlineS: 2, perAccount: 20, secondsPerMinute: 12 };
    const chainWork = parts.adopt(new WorkerChainWork(limits, base.clock), (work) => work.close());
    const control = { ...base.parts.control, chainWork };
    const limited = createManagementApi(routes, handlers, access, { ...base.parts, control });
    const path = `/accounts/${account.uuid}/things/check`;
    const claimed = { "content-length": "999999999999999" };
    expect(await limited(headOf("POST", path, claimed))).toMatchObject({ bodyBytesMax: usualBodyBytesMax });
    expect(await limited(headOf("POST", path))).toMatchObject({ bodyBytesMax: usualBodyBytesMax });
  });

  test("does not let a caller who has used their share delay others of the account", async () => {
    using parts = new DisposableStack();
    const limits = { deadlineS: 2, perAccount: 20, secondsPerMinute: 12 };
    const chainWork = parts.adopt(new WorkerChainWork(limits, base.clock), (work) => work.close());
    const control = { ...base.parts.control, chainWork };
    const limited = createManagementApi(routes, handlers, access, { ...base.parts, control });
    const path = `/accounts/${account.uuid}/things/check`;
    await chainWork.admit({ ...accountOwner(account.id), caller: "user 1" }, 5_250_000);
    base.clock.advanceMs(2);
    caller = ada;
    void limited(headOf("POST", path));
    await waitUntil("she waits", () => chainWork.useOf(account.id).atOnce === 1);
    base.clock.advanceMs(100);
    caller = { ...ada, userId: 2 };
    expect(await limited(headOf("POST", path))).toMatchObject({ bodyBytesMax: usualBodyBytesMax });
    expect(chainWork.useOf(account.id).atOnce).toBe(1);
  });

  test("counts the checks of all accounts of a tenant together", async () => {
    using parts = new DisposableStack();
    const limits = { deadlineS: 2, perAccount: 1, secondsPerMinute: 12 };
    const chainWork = parts.adopt(new WorkerChainWork(limits, base.clock), (work) => work.close());
    const control = { ...base.parts.control, chainWork };
    const apiOf = (tenantId: number) => {
      const ofTenant: AccessControl = {
        ...access,
        accessTo: async (...asked) => ({ ...(await access.accessTo(...asked))!, tenantId }),
      };
      return createManagementApi(routes, handlers, ofTenant, { ...base.parts, control });
    };
    const tenantId = account.id + 1;
    const path = `/accounts/${account.uuid}/things/check`;
    // Another account of the tenant has used up the time of all of them.
    await chainWork.admit({ ...accountOwner(tenantId), caller: "user 2" }, 600_000_000);
    const refused = await apiOf(tenantId)(headOf("POST", path));
    expect(JSON.parse((refused as { body: string }).body).limit.setting).toBe("chain_check_s_per_minute");
    expect(await apiOf(account.id)(headOf("POST", path))).toMatchObject({ bodyBytesMax: usualBodyBytesMax });
  });

  test("refuses a caller who loses access while the body arrives", async () => {
    const body = Buffer.from('{"name":"a"}');
    const json = { "content-type": "application/json" };
    for (const [tookMs, status] of [
      [1000, 201],
      [1001, 401],
    ] as const) {
      caller = ada;
      const admitted = await api(headOf("POST", "/things", json));
      if (!("answer" in admitted)) throw new Error("The request was refused.");
      caller = null;
      base.clock.advanceMs(tookMs);
      expect((await admitted.answer(body)).status).toBe(status);
    }
    expect(contexts).toHaveLength(1);
  });
});

describe("the result of a handler", () => {
  test("is the JSON of the answer, with the route's status", async () => {
    const answer = await ask("POST", "/things", '{"name":"a"}');
    expect(answer).toMatchObject({ status: 201, json: { name: "a" } });
    expect(answer.headers).toEqual({ "Content-Type": "application/json" });
  });

  test("has its ETag quoted", async () => {
    outcome = () => ({ ok: true, value: { name: "a" }, etag: "v7" });
    expect((await ask("GET", "/things/a")).headers.ETag).toBe('"v7"');
    const deleted = await ask("DELETE", "/things/a");
    expect(deleted).toMatchObject({ status: 204, body: "" });
    expect(deleted.headers).toEqual({ ETag: '"v7"' });
  });

  test("is a problem if the operation refuses", async () => {
    outcome = () => refuse("chain_name_taken", "There is a chain of that name.");
    expect((await ask("GET", "/things/a")).json).toEqual({
      type: "/docs#problem-chain_name_taken",
      title: "Conflict",
      status: 409,
      detail: "There is a chain of that name.",
      code: "chain_name_taken",
      errors: [{ field: "name", message: "There is a chain of that name." }],
    });
  });

  test("may be its own problem, with headers", async () => {
    const problem = { status: 429, code: "slow_down", detail: "Wait.", headers: { "Retry-After": "7" } };
    outcome = () => ({ ok: false, error: problem });
    const answer = await ask("GET", "/things/a");
    expect(answer).toMatchObject({ status: 429, json: { code: "slow_down", title: "Too many requests" } });
    expect(answer.headers["Retry-After"]).toBe("7");
  });

  test("may be a complete answer, which is sent as it is", async () => {
    const answer: ApiAnswer = {
      status: 200,
      headers: { "Content-Type": "text/csv" },
      body: bodyOfBytes(Buffer.from("a,b")),
    };
    outcome = () => ({ ok: true, answer });
    expect(await ask("GET", "/things/a")).toEqual({ ...answer, json: null });
  });
});

describe("a fault", () => {
  const secret = "SQLITE_CORRUPT in /data/control.db";

  function expectNothingLeaked(answer: Awaited<ReturnType<typeof ask>>): void {
    expect(answer).toMatchObject({ status: 500, json: { code: "server_error", title: "Server error" } });
    expect(answer.body).not.toContain("SQLITE");
    expect(answer.json.detail).toContain("req-1");
    expect(base.logLines).toHaveLength(1);
    expect(base.logLines[0]).toContain("SQLITE_CORRUPT");
    expect(base.logLines[0]).toContain("req-1");
  }

  test("of a handler is a 500 without details, and is logged once", async () => {
    outcome = () => {
      throw new Error(secret);
    };
    expectNothingLeaked(await ask("GET", "/things/a"));
  });

  test("while identifying the caller refuses the request", async () => {
    identify = () => Promise.reject(new Error(secret));
    expectNothingLeaked(await ask("GET", "/things/a"));
    expect(contexts).toEqual([]);
  });
});

describe("the scope of a handler", () => {
  test("is limited to the account of the path", async () => {
    await ask("GET", `/accounts/${account.uuid}/things`);
    expect(contexts[0]!.account).toEqual({
      ...account,
      tenantId: account.id,
      name: "Plant",
      role: "viewer",
      needsSecondFactor: false,
    });
    expect(contexts[0]!.control.accountId).toBe(account.id);
    expect(contexts[0]!.caller).toBe(ada);
  });

  test("is not limited on a route outside accounts", async () => {
    await ask("GET", "/things/a");
    expect(contexts[0]!.account).toBeNull();
    expect(contexts[0]!.control.accountId).toBeNull();
  });
});

test("answers another person after one request of a viewer who sends 64 at once", async () => {
  const order: string[] = [];
  identify = async ({ headers }) => ({ ...ada, email: headers.get("x-person")! });
  outcome = () => {
    const { caller: by } = contexts.at(-1)!;
    order.push(by?.kind === "user" ? by.email : "");
    return { ok: true, value: { name: "a" } };
  };
  const path = `/accounts/${account.uuid}/things`;
  const many = Array.from({ length: 64 }, () => ask("GET", path, "", { "x-person": "viewer@example.org" }));
  const other = ask("GET", "/things/a", "", { "x-person": "other@example.org" });
  await other;
  expect(order.indexOf("other@example.org")).toBeLessThanOrEqual(2);
  expect(order.length).toBeLessThan(10);
  for (const answer of await Promise.all(many)) expect(answer.status).toBe(200);
});

test("refuses more requests of a caller than may be under way, with the time to wait", async () => {
  const ended = Promise.withResolvers<void>();
  outcome = async () => {
    await ended.promise;
    return { ok: true, value: { name: "a" } };
  };
  const many = Array.from({ length: 101 }, () => ask("GET", `/accounts/${account.uuid}/things`));
  const refused = await Promise.race(many);
  expect([refused.status, refused.json.code]).toEqual([429, "too_many_requests"]);
  expect(refused.headers["Retry-After"]).toBe("1");
  ended.resolve();
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
});
