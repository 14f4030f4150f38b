/**
 * Checks who may call what, for every route and every kind of caller, through the real gate. Handlers only record that
 * they were reached, and routes have no forms here, so that only access decides.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { type Role, roles, type Scope, type ScopeNeed, scopes, scopesIn } from "@weir/protocol/manage/access";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import type { HandlersOf } from "../manage/core/handler.ts";
import { ApiUnderTest } from "../manage/testing/api-under-test.ts";

/** Routes that anybody may call. Adding one is a decision, so it has to be listed here as well. */
const publicRoutes = [
  "acceptInvitation",
  "answerAsMailRecipient",
  "checkPassword",
  "requestPasswordReset",
  "resetPassword",
  "setUp",
  "showAskedMailRecipient",
  "showInvitation",
  "showSetup",
  "signIn",
];

/**
 * Routes with another method than GET that viewers may call, because they change nothing or only the viewer's own data.
 */
const changesOfViewers = ["checkExpression", "leaveAccount", "listLatest", "pinBoard", "validateChain"];

/** Routes that viewers may call for what is their own. For what is the account's, the operations ask for an editor. */
const changesOfOwn = [
  "addBoardImage",
  "createChannel",
  "createNotificationRule",
  "deleteNotificationRule",
  "updateNotificationRule",
  "deleteChannel",
  "testChannel",
  "updateChannel",
  "createBoard",
  "createChart",
  "createDeviceFilter",
  "deleteBoard",
  "deleteChart",
  "deleteDeviceFilter",
  "duplicateBoard",
  "restoreBoardVersion",
  "updateBoard",
  "updateChart",
];

/** Routes for whoever has a share link. */
const routesOfLinks = ["showSharedBoard", "showSharedImage", "showSharedTile"];

const entries = Object.entries<Route>(manageRoutes);
const changing = entries.filter(([, { method }]) => method !== "GET");

describe("routes", () => {
  test("need a role if they belong to an account, and are otherwise public, for holders of links, signed-in callers or the operator", () => {
    const undecided = entries.filter(([, { path, access }]) => {
      const isOfAccount = path.split("/").includes("{account}");
      return isOfAccount !== (roles as readonly string[]).includes(access);
    });
    expect(undecided.map(([name]) => name)).toEqual([]);
  });

  test("have the account at the same place in every path", () => {
    const odd = entries.filter(
      ([, { path }]) => path.includes("{account}") && !/^\/accounts\/\{account\}(\/|$)/.test(path),
    );
    expect(odd.map(([name]) => name)).toEqual([]);
  });

  test("are public only if they are named here", () => {
    const found = entries.filter(([, { access }]) => access === "public").map(([name]) => name);
    expect(found.sort()).toEqual(publicRoutes);
    const byLink = entries.filter(([, { access }]) => access === "link").map(([name]) => name);
    expect(byLink.sort()).toEqual(routesOfLinks);
  });

  test("take no scope of a key if they are for owners or the public", () => {
    const odd = entries.filter(
      ([, { access, scope }]) =>
        scope !== null && (access === "owner" || access === "public" || access === "link"),
    );
    expect(odd.map(([name]) => name)).toEqual([]);
  });

  test("need an editor and a scope to write if they change something, and neither if they read", () => {
    const odd = entries.filter(([name, { method, access, scope }]) => {
      const writes = scope !== null && scopesIn(scope).some((each) => each.endsWith(":write"));
      if (method === "GET") return writes;
      if (changesOfViewers.includes(name)) return writes;
      if (changesOfOwn.includes(name)) return access !== "viewer" || !writes;
      return access === "viewer" || (scope !== null && !writes);
    });
    expect(odd.map(([name]) => name)).toEqual([]);
  });
});

type Verdict =
  | "reached"
  | "not_signed_in"
  | "not_for_keys"
  | "scope_needed"
  | "role_needed"
  | "unknown_account"
  | "foreign_page"
  | "operator_needed"
  | "person_needed";

const statuses: Record<Exclude<Verdict, "reached">, number> = {
  not_signed_in: 401,
  not_for_keys: 403,
  scope_needed: 403,
  role_needed: 403,
  unknown_account: 404,
  foreign_page: 403,
  operator_needed: 403,
  person_needed: 403,
};

type CallerKind =
  | { readonly kind: "nobody" }
  | { readonly kind: "operator" }
  | { readonly kind: "person"; readonly role: Role; readonly isMember: boolean }
  | {
      readonly kind: "key";
      readonly isOfAccount: boolean;
      readonly scopes: (route: Route) => readonly Scope[];
    };

const person = (role: Role, isMember = true): CallerKind => ({ kind: "person", role, isMember });
const allScopes = () => scopes;

const callers: Record<string, CallerKind> = {
  owner: person("owner"),
  editor: person("editor"),
  viewer: person("viewer"),
  "owner of another account": person("owner", false),
  "key with every scope": { kind: "key", isOfAccount: true, scopes: allScopes },
  "key with just the scope": {
    kind: "key",
    isOfAccount: true,
    scopes: ({ scope }) => (scope === null ? [] : scopesIn(scope)),
  },
  "key without the scope": {
    kind: "key",
    isOfAccount: true,
    scopes: ({ scope }) => scopes.filter((each) => scope === null || !scopesIn(scope).includes(each)),
  },
  "key with one scope of those named": {
    kind: "key",
    isOfAccount: true,
    scopes: ({ scope }) => (scope === null ? [] : scopesIn(scope).slice(0, 1)),
  },
  "key of another account": { kind: "key", isOfAccount: false, scopes: allScopes },
  operator: { kind: "operator" },
  nobody: { kind: "nobody" },
};

/** Derived from the meaning of access and scope, not from how the gate works. */
const needed: Record<Role, readonly Role[]> = {
  viewer: ["viewer", "editor", "owner"],
  editor: ["editor", "owner"],
  owner: ["owner"],
};

function verdictOn(route: Route, caller: CallerKind, isForeignPage: boolean): Verdict {
  const { access, scope, method } = route;
  // Their handlers look at the link, and nothing before them looks at the caller.
  if (access === "link") return "reached";
  if (caller.kind === "operator")
    return access === "signed-in" && scope === null ? "person_needed" : "reached";
  const isForeignChange = isForeignPage && method !== "GET" && caller.kind !== "key";
  if (access === "public") return isForeignChange ? "foreign_page" : "reached";
  if (caller.kind === "nobody") return "not_signed_in";
  if (access === "operator" && caller.kind === "person") return "operator_needed";
  if (isForeignChange) return "foreign_page";
  if (caller.kind === "key") {
    if (scope === null) return "not_for_keys";
    if (!suffices(caller.scopes(route), scope)) return "scope_needed";
  }
  if (access === "operator") return "operator_needed";
  if (access === "signed-in") return "reached";
  const isMember = caller.kind === "key" ? caller.isOfAccount : caller.isMember;
  if (!isMember) return "unknown_account";
  const role = caller.kind === "key" ? "editor" : caller.role;
  return needed[access].includes(role) ? "reached" : "role_needed";
}

function suffices(held: readonly Scope[], need: ScopeNeed): boolean {
  if (typeof need === "string") return held.includes(need);
  if ("anyOf" in need) return need.anyOf.filter((scope) => held.includes(scope)).length > 0;
  return need.allOf.filter((scope) => held.includes(scope)).length === need.allOf.length;
}

/** The parts of a route that the gate looks at. */
function gateOf({ method, path, tag, summary, access, scope }: Route): Route {
  return { method, path, tag, summary, access, scope, status: 204, answer: null };
}

const gates = Object.fromEntries(entries.map(([name, route]) => [name, gateOf(route)]));
const reached: string[] = [];
const handlers = new Proxy({} as HandlersOf<typeof gates>, {
  get: (_, name) => () => {
    reached.push(String(name));
    return { ok: true, value: null };
  },
});

const api = await ApiUnderTest.create(gates, handlers);
afterAll(() => api[Symbol.asyncDispose]());
const account = await api.addAccount("Plant");
const other = await api.addAccount("Other plant");

function calling(caller: CallerKind, route: Route) {
  if (caller.kind === "nobody") return api.as("nobody");
  if (caller.kind === "operator") return api.asOperator(account);
  if (caller.kind === "key") return api.asKey(caller.isOfAccount ? account : other, caller.scopes(route));
  return api.as(caller.role, caller.isMember ? account : other);
}

async function verdict(name: string, caller: CallerKind, headers: Record<string, string>): Promise<Verdict> {
  const route = gates[name]!;
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1]!, "x"]);
  const params = { ...Object.fromEntries(inPath), account: account.uuid };
  reached.length = 0;
  const { status, json } = await calling(caller, route).call(name, { params, headers });
  if (status === 204) {
    expect(reached).toEqual([name]);
    return "reached";
  }
  expect(reached).toEqual([]);
  const code = json.code as Exclude<Verdict, "reached">;
  expect({ code, status }).toEqual({ code, status: statuses[code] });
  return code;
}

describe.each(Object.entries(callers))("%s", (_, caller) => {
  test.each(entries)("%s", async (name, route) => {
    expect(await verdict(name, caller, {})).toBe(verdictOn(route, caller, false));
  });

  test.each([
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["a page of a sister domain", { "sec-fetch-site": "same-site" }],
    ["a foreign page in an old browser", { origin: "https://evil.example" }],
  ])("from %s: changes by session are refused, by key they are not", async (_page, headers) => {
    for (const [name, route] of entries) {
      const found = await verdict(name, caller, headers);
      expect({ name, found }).toEqual({ name, found: verdictOn(route, caller, true) });
    }
  });

  test.each([
    ["our own page", { "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:8080" }],
    ["our own page in an old browser", { origin: "http://127.0.0.1:8080" }],
  ])("from %s: changes are as allowed as without a page", async (_page, headers) => {
    for (const [name, route] of changing) {
      const found = await verdict(name, caller, headers);
      expect({ name, found }).toEqual({ name, found: verdictOn(route, caller, false) });
    }
  });
});
