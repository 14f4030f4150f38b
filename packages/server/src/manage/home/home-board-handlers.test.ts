import { expect, test } from "bun:test";
import { homeBoardRoutes } from "@weir/protocol/manage/home-board-routes";
import { board } from "@weir/protocol/resources/board";
import { boards } from "../boards/boards.ts";
import { ApiUnderTest, type TestAnswer } from "../testing/api-under-test.ts";
import { homeBoardHandlers } from "./home-board-handlers.ts";

const told = ({ status, json }: TestAnswer) => [status, json.code];

async function open() {
  const api = await ApiUnderTest.create(
    { ...board.routes, ...homeBoardRoutes },
    { ...boards.handlers, ...homeBoardHandlers },
  );
  const [account, other] = [await api.addAccount("Plant"), await api.addAccount("Office")];
  const join = (email: string) => api.addMember(email, account, other);
  const [ada, bob] = [await join("ada@example.org"), await join("bob@example.org")];
  const editor = api.as("editor", account, { userId: ada });
  const viewer = api.as("viewer", account, { userId: bob });
  const create = async (owner: string, by = editor) =>
    (await by.call("createBoard", { body: { name: "Cooling", owner } })).json.uuid as string;
  return { api, account, other, ada, editor, viewer, create };
}

test("pins a board to one person's Home, in one account", async () => {
  const { api, other, ada, editor, viewer, create } = await open();
  await using _ = api;
  const uuid = await create("account");
  expect((await editor.call("pinBoard", { body: { board: uuid } })).json).toEqual({
    pinned: uuid,
    default: null,
  });
  expect((await viewer.call("showHomeBoard")).json).toEqual({ pinned: null, default: null });
  const elsewhere = api.as("editor", other, { userId: ada });
  expect((await elsewhere.call("showHomeBoard")).json).toEqual({ pinned: null, default: null });
  await editor.call("pinBoard", { body: { board: "overview" } });
  expect((await editor.call("showHomeBoard")).json.pinned).toBe("overview");
  await editor.call("pinBoard", { body: { board: null } });
  expect((await editor.call("showHomeBoard")).json.pinned).toBeNull();
});

test("pins only boards that the person sees, and remembers one that is deleted later", async () => {
  const { api, editor, viewer, create } = await open();
  await using _ = api;
  const own = await create("person");
  expect(told(await viewer.call("pinBoard", { body: { board: own } }))).toEqual([422, "unknown_board"]);
  await editor.call("pinBoard", { body: { board: own } });
  await editor.call("deleteBoard", { params: { board: own } });
  expect((await editor.call("showHomeBoard")).json.pinned).toBe(own);
});

test("lets editors choose the board of everyone who has pinned none, and audits that", async () => {
  const { api, account, editor, viewer, create } = await open();
  await using _ = api;
  const uuid = await create("account");
  const body = { board: uuid };
  expect((await viewer.call("setDefaultBoard", { body })).status).toBe(403);
  await editor.call("setDefaultBoard", { body });
  expect((await viewer.call("showHomeBoard")).json).toEqual({ pinned: null, default: uuid });
  expect((await api.asKey(account, ["boards:read"]).call("showHomeBoard")).json.default).toBe(uuid);
  const own = await create("person");
  expect(told(await editor.call("setDefaultBoard", { body: { board: own } }))).toEqual([409, "own_board"]);
  const [entry] = (await api.auditOf(account)).filter(({ action }) => action === "account.set-default-board");
  expect(entry).toMatchObject({ before: { board: null }, after: { board: uuid } });
});

test("keeps API keys from pinning", async () => {
  const { api, account, create } = await open();
  await using _ = api;
  const body = { board: await create("account") };
  expect((await api.asKey(account, ["boards:write"]).call("pinBoard", { body })).status).toBe(403);
});
