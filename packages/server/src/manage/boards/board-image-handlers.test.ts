import { expect, test } from "bun:test";
import { boardImageRoutes } from "@weir/protocol/manage/board-image-routes";
import { boardImageBytesMax, boardImagesMax } from "@weir/protocol/manage/board-limits";
import { boardRoutes } from "@weir/protocol/manage/board-routes";
import { board } from "@weir/protocol/resources/board";
import { ApiUnderTest, type TestAnswer } from "../testing/api-under-test.ts";
import { smallestPicture, testPng } from "../testing/test-picture.ts";
import { boardHandlers } from "./board-handlers.ts";
import { boardImageHandlers } from "./board-image-handlers.ts";
import { boards } from "./boards.ts";

const png = testPng();
const hourMs = 3_600_000;
const told = ({ status, json }: TestAnswer) => [status, json.code];
const place = { x: 0, y: 0, width: 4, height: 2 };
/** A definition whose tiles show these images. */
const showing = (...images: readonly string[]) => ({
  tiles: images.map((image, nth) => ({
    id: `i${nth}`,
    kind: "image",
    title: "",
    place,
    settings: { image },
  })),
});

async function open() {
  const api = await ApiUnderTest.create(
    { ...board.routes, ...boardRoutes, ...boardImageRoutes },
    { ...boards.handlers, ...boardHandlers, ...boardImageHandlers },
  );
  const account = await api.addAccount("Plant");
  const other = await api.addAccount("Office");
  const editor = api.as("editor", account);
  const { uuid } = (await editor.call("createBoard", { body: { name: "Hall" } })).json;
  const params = { board: uuid as string };
  const add = (bytes: Uint8Array = png, caller = editor, to = params) => {
    const headers = { "content-type": "application/octet-stream" };
    return caller.call("addBoardImage", { params: to, bytes, headers });
  };
  const added = async (): Promise<string> => (await add()).json.image;
  const show = (image: string, caller = editor, of = params) =>
    caller.call("showBoardImage", { params: { ...of, image } });
  const save = (...images: readonly string[]) =>
    editor.call("updateBoard", { params, body: { definition: showing(...images) } });
  return { api, account, other, editor, params, add, added, show, save };
}

test("adds an image to a board and shows it to members, as nothing but an image", async () => {
  const { api, account, add, show } = await open();
  await using _ = api;
  const made = await add();
  expect(made.status).toBe(201);
  const { status, headers } = await show(made.json.image, api.as("viewer", account));
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "Content-Type": "image/png",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
  expect((await api.auditOf(account)).map(({ action }) => action)).toContain("board.add-image");
});

test("refuses what is no image, what is too large, and more images than a board can have", async () => {
  const { api, add } = await open();
  await using _ = api;
  const html = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  expect(told(await add(html))).toEqual([415, "bad_picture"]);
  expect(told(await add(Buffer.concat([png, Buffer.alloc(boardImageBytesMax)])))).toEqual([413, "too_large"]);
  for (let nth = 0; nth < boardImagesMax; nth++) expect((await add(smallestPicture)).status).toBe(201);
  expect(told(await add())).toEqual([409, "too_many_images"]);
});

test("shows images only to those who see the board, and adds them only for those who may change it", async () => {
  const { api, account, other, editor, add, added, show } = await open();
  await using _ = api;
  const image = await added();
  const viewer = api.as("viewer", account);
  expect(told(await add(png, viewer))).toEqual([403, "role_needed"]);
  const stranger = api.as("owner", other);
  expect(told(await show(image, stranger))).toEqual([404, "unknown_board"]);
  expect(told(await add(png, stranger))).toEqual([404, "unknown_board"]);
  // Another board of the account does not have it.
  const { uuid } = (await editor.call("createBoard", { body: { name: "Yard" } })).json;
  expect(told(await show(image, editor, { board: uuid }))).toEqual([404, "unknown_image"]);
  // A person's own board is unknown to all others, whatever their role.
  const [ada, bob] = [
    await api.addMember("ada@example.org", account),
    await api.addMember("bob@example.org", account),
  ];
  const own = api.as("viewer", account, { userId: ada });
  const mine = (await own.call("createBoard", { body: { name: "Mine", owner: "person" } })).json;
  const params = { board: mine.uuid as string };
  const picture = (await add(png, own, params)).json.image;
  expect((await show(picture, own, params)).status).toBe(200);
  expect(told(await show(picture, api.as("owner", account, { userId: bob }), params))).toEqual([
    404,
    "unknown_board",
  ]);
});

test("keeps an image until no tile shows it, and a new one for a day", async () => {
  const { api, editor, params, added, show, save } = await open();
  await using _ = api;
  const [shown, waiting] = [await added(), await added()];
  await save(shown);
  await editor.call("updateBoard", { params, body: { name: "Yard" } });
  expect((await show(shown)).status).toBe(200);
  // Somebody else may be about to save a tile with the other one.
  expect((await show(waiting)).status).toBe(200);
  await save();
  expect(told(await show(shown))).toEqual([404, "unknown_image"]);
  expect((await show(waiting)).status).toBe(200);
  api.clock.advanceMs(25 * hourMs);
  await editor.call("updateBoard", { params, body: { name: "Lobby" } });
  expect(told(await show(waiting))).toEqual([404, "unknown_image"]);
});

test("gives copies of a board the images that its tiles show, and deletes them with the board", async () => {
  const { api, account, editor, params, added, show, save } = await open();
  await using _ = api;
  const bytesUsed = async () => {
    const query = api.control.db.selectFrom("account_use").select("control_bytes");
    return (await query.where("account_id", "=", account.id).executeTakeFirstOrThrow()).control_bytes;
  };
  const before = await bytesUsed();
  const [shown, waiting] = [await added(), await added()];
  expect((await bytesUsed()) - before).toBe(2 * png.length);
  await save(shown, shown);
  const body = { name: "Copy", owner: "account" };
  const copy = { board: (await editor.call("duplicateBoard", { params, body })).json.uuid as string };
  await editor.call("deleteBoard", { params });
  expect((await show(shown, editor, copy)).status).toBe(200);
  expect(told(await show(waiting, editor, copy))).toEqual([404, "unknown_image"]);
  await editor.call("deleteBoard", { params: copy });
  expect(await api.control.db.selectFrom("board_images").select("uuid").execute()).toEqual([]);
});
