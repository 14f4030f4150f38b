import { describe, expect, test } from "bun:test";
import { managePath, type Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { RouteTable } from "./match-route.ts";

function route(method: Route["method"], path: string): Route {
  return { method, path, tag: "T", summary: "S", access: "public", scope: null, status: 204, answer: null };
}

const table = new RouteTable({
  showThing: route("GET", "/things/{thing}"),
  deleteThing: route("DELETE", "/things/{thing}"),
  importThings: route("POST", "/things/import"),
  listThings: route("GET", "/things"),
  showPart: route("GET", "/things/{thing}/parts/{part}"),
  showLatest: route("GET", "/things/{thing}/parts/latest"),
});
const match = (method: string, path: string) => table.match(method, path);

describe("a known path", () => {
  test.each([
    ["GET", "/things", "listThings", {}],
    ["GET", "/things/a", "showThing", { thing: "a" }],
    ["HEAD", "/things/a", "showThing", { thing: "a" }],
    ["DELETE", "/things/a", "deleteThing", { thing: "a" }],
    ["POST", "/things/import", "importThings", {}],
    ["GET", "/things/a/parts/b", "showPart", { thing: "a", part: "b" }],
    ["GET", "/things/a/parts/latest", "showLatest", { thing: "a" }],
  ])("%s %s is %s", (method, path, name, params) => {
    expect(match(method, managePath + path)).toEqual({ kind: "found", name, params } as never);
  });

  test.each([
    ["/things/a%20b", "a b"],
    ["/things/a%2Fb", "a/b"],
    ["/things/%C3%A4", "ä"],
    ["/things/a%3Fb", "a?b"],
    ["/things/a+b", "a+b"],
    ["/things/%2e%2e", ".."],
    ["/things/__proto__", "__proto__"],
  ])("has its parameter decoded: %s", (path, thing) => {
    expect(match("GET", managePath + path)).toMatchObject({ kind: "found", params: { thing } });
  });

  test("lists the allowed methods when the method is wrong", () => {
    expect(match("PATCH", `${managePath}/things/a`)).toEqual({
      kind: "other methods",
      methods: ["GET", "HEAD", "DELETE"],
    });
  });
});

test.each([
  ["/things/"],
  ["/things//parts/b"],
  ["/things/%"],
  ["/things/%C3"],
  ["/things/a/parts"],
  ["/Things"],
  ["//things"],
  ["/"],
  [""],
])("does not find %s", (path) => {
  expect(match("GET", managePath + path)).toEqual({ kind: "none" });
});

test.each([["/api/manage/v10/things"], ["/api/manage/things"], ["/things"], ["/api/v1/things"]])(
  "treats %s as outside the API",
  (path) => {
    expect(match("GET", path)).toEqual({ kind: "none" });
  },
);

test("finds every route of the API by its own path, whatever the order of the table", () => {
  const entries = Object.entries<Route>(manageRoutes);
  for (const order of [entries, entries.toReversed()]) {
    const all = new RouteTable(Object.fromEntries(order));
    for (const [name, { method, path }] of entries) {
      const asked = managePath + path.replaceAll(/\{(\w+)\}/g, "of-$1");
      expect(all.match(method, asked)).toMatchObject({ kind: "found", name });
    }
  }
});
