/** Checks for every route of the management API that the token of a share link does not open it. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import type { AccessControl } from "../../../web/access-control.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { createPeopleAccessControl } from "../../people/people-access-control.ts";
import { closeTestControls, makeAccount, openTestControl, unwrap } from "../../test-control.ts";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { boards } from "../boards.ts";
import { createShareLink } from "./share-links.ts";
import { openSharedBoard } from "./shared-board.ts";

afterAll(closeTestControls);
// Calls every route three times, which takes a while on a busy machine.
setDefaultTimeout(60_000);

/** The parts of a route that access depends on. */
const gates = Object.fromEntries(
  Object.entries<Route>(manageRoutes).map(([name, { method, path, tag, summary, access, scope }]) => [
    name,
    { method, path, tag, summary, access, scope, status: 204, answer: null } satisfies Route,
  ]),
);

test("a share token opens the routes of shared boards and nothing else", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const owner = { accountId: account.id, userId: null, role: "owner" } as const;
  const board = unwrap(await boards.operations.create(control, owner, { name: "Hall" }));
  const wanted = { name: "", days: 1, picked: null, embedding: false };
  const { token } = unwrap(await createShareLink(control, owner, board.uuid, wanted));
  expect(await openSharedBoard(control, token)).not.toBeNull();

  let reached = false;
  const handlers = new Proxy({} as HandlersOf<typeof gates>, {
    get: () => () => {
      reached = true;
      return { ok: true, value: null };
    },
  });
  const people = createPeopleAccessControl(control);
  const identified: string[] = [];
  const access: AccessControl = {
    ...people,
    identify(head) {
      identified.push(head.target);
      return people.identify(head);
    },
  };
  await using api = await ApiUnderTest.create(gates, handlers, { access, parts: { control } });
  const ways = [
    { authorization: `Bearer ${token}` },
    { cookie: `__Host-weir_session=${token}; weir_session=${token}` },
    { authorization: `Bearer ${token.replace("wsl_", "wak_")}` },
  ];
  const opened = new Set<string>();
  for (const [name, { path, access }] of Object.entries(gates)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => [parameter!, token]);
    const params = { ...Object.fromEntries(inPath), account: account.uuid };
    for (const headers of ways) {
      reached = false;
      identified.length = 0;
      const { status } = await api.as("nobody").call(name, { params, headers });
      // On routes of shared boards nobody looks for a session or a key.
      expect([name, identified.length]).toEqual([name, access === "link" ? 0 : 1]);
      if (reached) opened.add(name);
      else expect([name, status]).toEqual([name, 401]);
    }
  }
  const open = Object.entries(gates).filter(([, route]) => ["public", "link"].includes(route.access));
  expect([...opened].sort()).toEqual(open.map(([name]) => name).sort());
});
