import { afterAll, expect, test } from "bun:test";
import { withinAccount } from "../../control/control.ts";
import { closeTestControls, codeOf, makeAccount, openTestControl, unwrap } from "../test-control.ts";
import { getDraft, saveDraft } from "./chain-drafts.ts";
import { exportChain, importChain, readExport } from "./chain-exchange.ts";
import { getChain, pageChains } from "./chain-list.ts";
import { getDefinition } from "./chain-versions.ts";
import { ending, leadingTo, makePublishedChain, saving, savingAbove } from "./test-chains.ts";

afterAll(closeTestControls);

const exported = { format: "weir-chain", version: 1, name: "Cold", definition: savingAbove(5) };

async function openWithAccount() {
  const opened = openTestControl();
  const { id: accountId } = await makeAccount(opened.control);
  return { ...opened, accountId };
}

test("imports an exported chain elsewhere unchanged", async () => {
  const { control, accountId } = await openWithAccount();
  await makePublishedChain(control, accountId, "Cold", savingAbove(5));
  const json: unknown = JSON.parse(JSON.stringify(unwrap(await exportChain(control, "Cold", "live"))));
  expect(json).toEqual(exported);
  const other = await openWithAccount();
  const imported = unwrap(await importChain(other.control, { accountId: other.accountId, json }));
  expect(imported.published).toBeNull();
  expect(unwrap(await exportChain(other.control, imported.chain.uuid, "draft"))).toEqual(exported as never);
});

test("exports the draft or a version as requested", async () => {
  const { control, accountId } = await openWithAccount();
  await makePublishedChain(control, accountId, "Cold", saving);
  expect(codeOf(await exportChain(control, "Cold", "draft"))).toBe("no_draft");
  unwrap(await saveDraft(control, "Cold", { definition: ending }));
  expect(unwrap(await exportChain(control, "Cold", "draft")).definition).toEqual(ending);
  expect(unwrap(await exportChain(control, "Cold", 1)).definition).toEqual(saving);
  expect(codeOf(await exportChain(control, "Cold", 2))).toBe("unknown_version");
});

test("imports as a new chain under the same or another name, or as the draft of an existing chain", async () => {
  const { control, accountId } = await openWithAccount();
  const json = exported;
  expect(unwrap(await importChain(control, { accountId, json })).chain.name).toBe("Cold");
  expect(codeOf(await importChain(control, { accountId, json }))).toBe("chain_name_taken");
  expect(unwrap(await importChain(control, { accountId, json, name: "Cold 2" })).chain.name).toBe("Cold 2");
  const into = unwrap(await importChain(control, { accountId, json, into: "Default" }));
  expect(into.chain.name).toBe("Default");
  expect(unwrap(await getDraft(control, "Default")).definition).toEqual(savingAbove(5));
  unwrap(
    await importChain(control, { accountId, json: { ...exported, definition: ending }, into: "Default" }),
  );
  expect(unwrap(await getDraft(control, "Default"))).toMatchObject({ definition: ending, revision: 2 });
});

test("imports and publishes a chain together, or does neither", async () => {
  const { control, announced, accountId } = await openWithAccount();
  announced.length = 0;
  const published = unwrap(
    await importChain(control, { accountId, json: exported, publish: { note: "first" } }),
  );
  expect(published.published).toMatchObject({ version: 1, note: "first" });
  expect(announced).toHaveLength(1);
  expect(unwrap(await getDefinition(control, "Cold", "live"))).toEqual(savingAbove(5));
  expect(unwrap(await getChain(control, "Cold")).draft).toBeNull();

  const bad = { ...exported, name: "Bad", definition: leadingTo(crypto.randomUUID()) };
  expect(codeOf(await importChain(control, { accountId, json: bad, publish: {} }))).toBe("chain_invalid");
  expect((await pageChains(control, { sort: "created", limit: 100 })).map(({ name }) => name)).toEqual([
    "Default",
    "Cold",
  ]);
  const into = await importChain(control, { accountId, json: bad, into: "Cold", publish: {} });
  expect(codeOf(into)).toBe("chain_invalid");
  expect(unwrap(await getChain(control, "Cold"))).toMatchObject({ draft: null, published: { version: 1 } });
});

test.each([
  ["no object", null, "bad_export"],
  ["a list", [exported], "bad_export"],
  ["a definition alone", saving, "bad_export"],
  ["another format", { ...exported, format: "node-red" }, "bad_export"],
  ["a newer version", { ...exported, version: 2 }, "bad_export"],
  ["no name", { ...exported, name: undefined }, "bad_export"],
  ["a name of numbers", { ...exported, name: 5 }, "bad_export"],
  ["more than is known", { ...exported, secrets: {} }, "bad_export"],
  ["no definition", { ...exported, definition: undefined }, "bad_chain"],
  ["a definition of another shape", { ...exported, definition: [] }, "bad_chain"],
])("refuses %s", async (_name, json, code) => {
  expect(codeOf(readExport(json))).toBe(code);
  const { control, accountId } = await openWithAccount();
  expect(codeOf(await importChain(control, { accountId, json }))).toBe(code);
});

test("refuses an invalid name", async () => {
  const { control, accountId } = await openWithAccount();
  expect(codeOf(await importChain(control, { accountId, json: { ...exported, name: " " } }))).toBe(
    "bad_name",
  );
});

test("neither exports from nor imports into another account", async () => {
  const { control, accountId } = await openWithAccount();
  const { uuid } = await makePublishedChain(control, accountId, "Cold");
  const office = await makeAccount(control, "Office");
  const within = withinAccount(control, office.id);
  expect(codeOf(await exportChain(within, uuid, "live"))).toBe("unknown_chain");
  const json = exported;
  expect(codeOf(await importChain(within, { accountId: office.id, json, into: uuid }))).toBe("unknown_chain");
  expect(codeOf(await importChain(within, { accountId, json, name: "New" }))).toBe("unknown_account");
});
