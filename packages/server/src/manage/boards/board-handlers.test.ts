import { expect, test } from "bun:test";
import { boardRoutes } from "@weir/protocol/manage/board-routes";
import { boardVersionsMax } from "@weir/protocol/manage/board-versions-max";
import { board } from "@weir/protocol/resources/board";
import { deleteMembership } from "../../control/people/memberships.ts";
import { ApiUnderTest, type TestAnswer } from "../testing/api-under-test.ts";
import { boardHandlers } from "./board-handlers.ts";
import { boards } from "./boards.ts";

const tile = { id: "note", kind: "text", title: "", place: { x: 0, y: 0, width: 4, height: 2 } };
const noting = (text: string) => ({
  variable: null,
  span: "7d",
  tiles: [{ ...tile, settings: { text } }],
});
const namesOf = ({ json }: TestAnswer) => json.items.map(({ name }: { name: string }) => name);
const told = ({ status, json }: TestAnswer) => [status, json.code];
const refusedField = ({ json }: TestAnswer) => [json.code, json.errors[0].field];

/** Ada and Bob are members of Plant. Each can have any role there. The boards that accounts start with are deleted. */
async function open() {
  const api = await ApiUnderTest.create(
    { ...board.routes, ...boardRoutes },
    { ...boards.handlers, ...boardHandlers },
  );
  const account = await api.addAccount("Plant");
  const other = await api.addAccount("Office");
  await api.control.transact((tx) => tx.deleteFrom("boards").execute());
  const join = (email: string) => api.addMember(email, account, other);
  const [ada, bob] = [await join("ada@example.org"), await join("bob@example.org")];
  const editor = api.as("editor", account, { userId: ada });
  const viewer = api.as("viewer", account, { userId: bob });
  return { api, account, other, ada, bob, editor, viewer };
}

test("creates, lists, changes and deletes boards, and audits all of it", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const made = await editor.call("createBoard", { body: { name: " Plant ", definition: noting("Hello") } });
  expect(made.json).toMatchObject({ name: "Plant", owner: "account", version: 1 });
  expect(made.json.definition).toEqual(noting("Hello"));
  expect(made.headers.ETag).toBe('"1"');
  const empty = await editor.call("createBoard", { body: { name: "all", owner: "person" } });
  expect(empty.json.definition).toEqual({ variable: null, span: "24h", tiles: [] });
  expect(namesOf(await editor.call("listBoards"))).toEqual(["all", "Plant"]);
  const params = { board: made.json.uuid };
  api.clock.advanceMs(1000);
  const changed = await editor.call("updateBoard", { params, body: { definition: noting("Bye") } });
  expect(changed.json).toMatchObject({ name: "Plant", version: 2, definition: noting("Bye") });
  expect(changed.json.updated_at > made.json.updated_at).toBeTrue();
  expect((await editor.call("showBoard", { params })).json).toEqual(changed.json);
  expect((await editor.call("deleteBoard", { params })).status).toBe(204);
  expect((await editor.call("showBoard", { params })).json.code).toBe("unknown_board");
  const entries = await api.auditOf(account);
  expect(entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ["board.delete", "Plant"],
    ["board.update", "Plant"],
    // Nobody else sees it, so its name is not told.
    ["board.create", null],
    ["board.create", "Plant"],
  ]);
  expect(entries[1]).toMatchObject({
    before: { name: "Plant", owner: "account", version: 1, tiles: 1 },
    after: { version: 2 },
  });
});

test("shows a person's own boards to nobody else", async () => {
  const { api, account, ada, editor, viewer } = await open();
  await using _ = api;
  const { uuid } = (await viewer.call("createBoard", { body: { name: "Mine", owner: "person" } })).json;
  expect(namesOf(await viewer.call("listBoards"))).toEqual(["Mine"]);
  const params = { board: uuid };
  const owner = api.as("owner", account, { userId: ada });
  for (const caller of [editor, owner, api.asKey(account), api.asOperator(account)]) {
    expect(namesOf(await caller.call("listBoards"))).toEqual([]);
    const calls = [
      caller.call("showBoard", { params }),
      caller.call("updateBoard", { params, body: { name: "Taken" } }),
      caller.call("deleteBoard", { params }),
      caller.call("duplicateBoard", { params, body: { name: "Copy", owner: "account" } }),
      caller.call("listBoardVersions", { params }),
      caller.call("showBoardVersion", { params: { ...params, version: "1" } }),
      caller.call("restoreBoardVersion", { params, body: { version: 1 } }),
    ];
    for (const answer of await Promise.all(calls)) expect(told(answer)).toEqual([404, "unknown_board"]);
  }
  expect((await viewer.call("showBoard", { params })).json.version).toBe(1);
});

test("lets viewers change only their own boards, and keys only boards of the account", async () => {
  const { api, account, editor, viewer } = await open();
  await using _ = api;
  const { uuid } = (await editor.call("createBoard", { body: { name: "Plant", definition: noting("Hi") } }))
    .json;
  const params = { board: uuid };
  expect((await viewer.call("showBoard", { params })).status).toBe(200);
  for (const refused of [
    await viewer.call("createBoard", { body: { name: "Ours" } }),
    await viewer.call("updateBoard", { params, body: { name: "Ours" } }),
    await viewer.call("deleteBoard", { params }),
    await viewer.call("restoreBoardVersion", { params, body: { version: 1 } }),
    await viewer.call("duplicateBoard", { params, body: { name: "Ours", owner: "account" } }),
  ])
    expect(told(refused)).toEqual([403, "role_needed"]);
  const copy = await viewer.call("duplicateBoard", { params, body: { name: "Mine", owner: "person" } });
  expect(copy.json).toMatchObject({ name: "Mine", owner: "person", version: 1, definition: noting("Hi") });
  const own = { board: copy.json.uuid };
  expect((await viewer.call("updateBoard", { params: own, body: { name: "My own" } })).status).toBe(200);
  expect((await viewer.call("deleteBoard", { params: own })).status).toBe(204);
  const key = api.asKey(account, ["boards:read", "boards:write", "readings:read"]);
  expect((await key.call("updateBoard", { params, body: { name: "By key" } })).status).toBe(200);
  const body = { name: "Of a key", owner: "person" };
  expect(told(await key.call("createBoard", { body }))).toEqual([403, "person_needed"]);
  expect(told(await api.asOperator(account).call("createBoard", { body }))).toEqual([403, "person_needed"]);
});

test("keeps versions and restores one as the newest", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const made = await editor.call("createBoard", { body: { name: "Plant", definition: noting("1") } });
  const params = { board: made.json.uuid };
  await editor.call("updateBoard", { params, body: { name: "Hall", definition: noting("2") } });
  // A change that changes nothing is no version.
  expect((await editor.call("updateBoard", { params, body: { definition: noting("2") } })).json.version).toBe(
    2,
  );
  const first = await editor.call("showBoardVersion", { params: { ...params, version: "1" } });
  expect(first.json).toMatchObject({ version: 1, name: "Plant", is_current: false, definition: noting("1") });
  const restored = await editor.call("restoreBoardVersion", { params, body: { version: 1 } });
  expect(restored.json).toMatchObject({ name: "Plant", version: 3, definition: noting("1") });
  const { items } = (await editor.call("listBoardVersions", { params })).json;
  expect(
    items.map(({ version, name, saved_by, is_current }: (typeof items)[0]) => [
      version,
      name,
      saved_by,
      is_current,
    ]),
  ).toEqual([
    [3, "Plant", "ada@example.org", true],
    [2, "Hall", "ada@example.org", false],
    [1, "Plant", "ada@example.org", false],
  ]);
  expect(told(await editor.call("restoreBoardVersion", { params, body: { version: 9 } }))).toEqual([
    422,
    "unknown_version",
  ]);
  expect((await api.auditOf(account)).map(({ action }) => action)).toEqual([
    "board.restore",
    "board.update",
    "board.create",
  ]);
});

test("keeps the last versions of a board", async () => {
  const { api, editor } = await open();
  await using _ = api;
  const params = { board: (await editor.call("createBoard", { body: { name: "0" } })).json.uuid };
  for (let n = 1; n <= boardVersionsMax; n++)
    await editor.call("updateBoard", { params, body: { name: String(n) } });
  const { items } = (await editor.call("listBoardVersions", { params })).json;
  expect(items).toHaveLength(boardVersionsMax);
  expect(items.at(-1).version).toBe(2);
  expect((await editor.call("showBoardVersion", { params: { ...params, version: "1" } })).status).toBe(404);
});

test("refuses a change that expects another version with 412, and does nothing", async () => {
  const { api, editor } = await open();
  await using _ = api;
  const made = await editor.call("createBoard", { body: { name: "Plant" } });
  const call = { params: { board: made.json.uuid }, headers: { "If-Match": made.headers.ETag! } };
  expect((await editor.call("updateBoard", { ...call, body: { name: "Hall" } })).status).toBe(200);
  for (const late of [
    await editor.call("updateBoard", { ...call, body: { name: "Roof" } }),
    await editor.call("restoreBoardVersion", { ...call, body: { version: 1 } }),
    await editor.call("deleteBoard", call),
  ])
    expect(told(late)).toEqual([412, "changed_meanwhile"]);
  expect((await editor.call("showBoard", call)).json).toMatchObject({ name: "Hall", version: 2 });
});

test("refuses an invalid name or definition by its field", async () => {
  const { api, editor } = await open();
  await using _ = api;
  const create = (body: unknown) => editor.call("createBoard", { body });
  expect(refusedField(await create({ name: " " }))).toEqual(["bad_name", "name"]);
  expect(refusedField(await create({ name: "a", owner: "group" }))).toEqual(["not_valid", "owner"]);
  const wide = {
    ...noting(""),
    tiles: [{ ...tile, place: { x: 9, y: 0, width: 4, height: 1 }, settings: { text: "" } }],
  };
  expect(refusedField(await create({ name: "a", definition: wide }))).toEqual([
    "not_valid",
    "definition.tiles.0.place.width",
  ]);
  const params = { board: (await create({ name: "a" })).json.uuid };
  expect(refusedField(await editor.call("updateBoard", { params, body: { name: "\n" } }))).toEqual([
    "bad_name",
    "name",
  ]);
});

test("deletes a person's own boards when they leave the account", async () => {
  const { api, account, bob, editor, viewer } = await open();
  await using _ = api;
  await viewer.call("createBoard", { body: { name: "Mine", owner: "person" } });
  await editor.call("createBoard", { body: { name: "Plant" } });
  await api.control.transact((tx) => deleteMembership(tx, { accountId: account.id, userId: bob }));
  const rows = await api.control.db.selectFrom("board_versions").select("name").execute();
  expect(rows).toEqual([{ name: "Plant" }]);
});
