import { afterAll, expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { noSaveWarning } from "@weir/rule-engine/no-save-warning";
import { withinAccount } from "../../control/control.ts";
import { createDevice } from "../devices/devices.ts";
import { createDeviceGroup } from "../devices/groups/device-groups.ts";
import {
  closeTestControls,
  codeOf,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../test-control.ts";
import { assignChain, unassignChain } from "./chain-assignment.ts";
import { getDraft } from "./chain-drafts.ts";
import { getChain, pageChains } from "./chain-list.ts";
import { validateDefinition } from "./chain-validation.ts";
import { chainsPerAccountMax, createChain, deleteChain, renameChain } from "./chains.ts";
import { removeSecret, setSecret } from "./secrets/secrets.ts";
import { ending, leadingTo, makePublishedChain, testNode } from "./test-chains.ts";
import type { ChainControl } from "./work/chain-control.ts";

afterAll(closeTestControls);

const unused = { isDefault: false, groups: 0, devices: 0, sensors: 0, chains: [] };

async function names(control: ChainControl): Promise<string[]> {
  return (await pageChains(control, { sort: "created", limit: 100 })).map(({ name }) => name);
}

test("creates a chain with a draft that saves, and assigns it to nothing", async () => {
  const { control, announced } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  announced.length = 0;
  const created = unwrap(await createChain(control, { accountId, name: " Cold store " }));
  expect(unwrap(await getDraft(control, created.uuid))).toMatchObject({
    definition: defaultChain,
    revision: 1,
  });
  expect(unwrap(await getChain(control, "Cold store"))).toMatchObject({
    uuid: created.uuid,
    account: { name: "Plant" },
    published: null,
    draft: { updatedAt: created.draftUpdatedAt! },
    draftRevision: 1,
    use: unused,
    warnings: [],
  });
  expect(announced).toEqual([]);
});

test("creates a chain from any definition of the right shape, even a wrong one", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const definition = { nodes: [testNode("x", "teleport")], wires: [] };
  unwrap(await createChain(control, { accountId, name: "Wrong", definition }));
  expect(unwrap(await getDraft(control, "Wrong")).definition).toEqual(definition);
  const refused = await createChain(control, { accountId, name: "No", definition: { nodes: 5, wires: [] } });
  expect(refused).toMatchObject({
    error: { code: "bad_chain", message: expect.stringContaining("nodes: must be a list.") },
  });
  expect(await names(control)).toEqual(["Default", "Wrong"]);
});

test("keeps a chain's name unique in its account, but not beyond", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  for (const { id } of [plant, office]) unwrap(await createChain(control, { accountId: id, name: "Cold" }));
  const again = (name: string) => createChain(control, { accountId: plant.id, name });
  for (const name of ["Cold", " Cold ", "Default"])
    expect(codeOf(await again(name))).toBe("chain_name_taken");
  for (const name of ["", "  ", "two\nlines"]) expect(codeOf(await again(name))).toBe("bad_name");
  expect(codeOf(await createChain(control, { accountId: 99, name: "Cold" }))).toBe("unknown_account");
  for (const { id } of [plant, office])
    expect(await names(withinAccount(control, id))).toEqual(["Default", "Cold"]);
});

test("finds a chain by its UUID or name, and does not guess a name that several accounts use", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const cold = unwrap(await createChain(control, { accountId: plant.id, name: "Cold" }));
  unwrap(await createChain(control, { accountId: office.id, name: cold.uuid }));
  for (const selector of ["Cold", cold.uuid]) {
    expect(unwrap(await getChain(control, selector)).uuid).toBe(cold.uuid);
  }
  for (const selector of ["cold", "", cold.uuid.toUpperCase()]) {
    expect(codeOf(await getChain(control, selector))).toBe("unknown_chain");
  }
  expect(codeOf(await getChain(control, "Default"))).toBe("ambiguous_chain");
  const within = withinAccount(control, office.id);
  expect(unwrap(await getChain(within, "Default")).account.name).toBe("Office");
});

test("renames a chain, even to its own name, but not to another's", async () => {
  const { control, announced } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const { id, uuid } = unwrap(await createChain(control, { accountId, name: "Cold" }));
  announced.length = 0;
  expect(unwrap(await renameChain(control, "Cold", " Warm ")).name).toBe("Warm");
  expect(announced).toEqual([{ kind: "chain", chainId: id }]);
  expect(unwrap(await renameChain(control, uuid, "Warm")).name).toBe("Warm");
  expect(codeOf(await renameChain(control, uuid, "Default"))).toBe("chain_name_taken");
  expect(codeOf(await renameChain(control, uuid, ""))).toBe("bad_name");
  expect(codeOf(await renameChain(control, "Cold", "Tepid"))).toBe("unknown_chain");
  expect(await names(control)).toEqual(["Default", "Warm"]);
});

test("lists where each chain is used, and refuses to delete a chain in use", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const { uuid: device } = unwrap(await createDevice(control, newDevice(accountId)));
  unwrap(await createDeviceGroup(control, { accountId, name: "Roof" }));
  const cold = await makePublishedChain(control, accountId, "Cold");
  const on = await makePublishedChain(control, accountId, "On", leadingTo(cold.uuid));
  const remove = async () => (await deleteChain(control, "Cold")).ok || "refused";
  const use = async () => unwrap(await getChain(control, "Cold")).use;
  const refusal = await deleteChain(control, "Cold");
  expect(refusal).toMatchObject({
    error: { code: "chain_in_use", message: expect.stringContaining('in use: chain "On".') },
  });
  expect(await use()).toEqual({ ...unused, chains: ["On"] });
  unwrap(await deleteChain(control, on.uuid));

  const targets = [
    { kind: "sensor", device, sensor: "humidity" },
    { kind: "device", device },
    { kind: "group", group: "Roof", accountId },
  ] as const;
  for (const target of targets) unwrap(await assignChain(control, "Cold", target));
  expect(await use()).toEqual({ ...unused, sensors: 1, devices: 1, groups: 1 });
  for (const target of targets) {
    expect(await remove()).toBe("refused");
    unwrap(await unassignChain(control, target));
  }
  unwrap(await assignChain(control, "Cold", { kind: "default" }));
  expect(await use()).toEqual({ ...unused, isDefault: true });
  expect(await remove()).toBe("refused");
  expect(unwrap(await getChain(control, "Default")).use).toEqual(unused);
  unwrap(await assignChain(control, "Default", { kind: "default" }));
  expect(await remove()).toBeTrue();
  expect(await names(control)).toEqual(["Default"]);
});

test("deletes a chain that only a draft leads to", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const cold = await makePublishedChain(control, accountId, "Cold");
  unwrap(await createChain(control, { accountId, name: "Draft", definition: leadingTo(cold.uuid) }));
  expect(unwrap(await deleteChain(control, "Cold")).uuid).toBe(cold.uuid);
});

test("warns wherever a chain is shown that nothing is saved, including by the chains it hands over to", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const end = await makePublishedChain(control, accountId, "End", ending);
  await makePublishedChain(control, accountId, "On", leadingTo(end.uuid));
  const cold = await makePublishedChain(control, accountId, "Cold");
  await makePublishedChain(control, accountId, "Saved elsewhere", leadingTo(cold.uuid));
  const warnings = Object.fromEntries(
    (await pageChains(control, { sort: "created", limit: 100 })).map((chain) => [chain.name, chain.warnings]),
  );
  const unsaved = { code: "no_save_reachable", message: noSaveWarning.message } as const;
  expect(warnings).toEqual({
    Default: [],
    End: [unsaved],
    On: [unsaved],
    Cold: [],
    "Saved elsewhere": [],
  });
});

test("reports a missing secret of a header like any other", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const headers = [
    { name: "X-Site", value: "{{value}}" },
    { name: "Authorization", value: "Bearer {{secret.partner}}, {{secret.partner}}" },
  ];
  const config = { url: "https://localhost/hook", headers };
  const definition = {
    nodes: [testNode("input", "input"), testNode("save", "save"), testNode("out", "webhook", config)],
    wires: ["save", "out"].map((to) => ({ from: "input", output: "out", to })),
  };
  const { uuid } = await makePublishedChain(control, accountId, "Hook", definition);
  const warnings = async () => unwrap(await getChain(control, uuid)).warnings.map(({ message }) => message);
  const missing =
    'Webhook · Headers: the account has no secret "partner", so messages cannot be delivered yet.';
  expect(await warnings()).toEqual([missing]);
  unwrap(await setSecret(control, accountId, { name: "partner", value: "hunter2" }));
  expect(await warnings()).toEqual([]);
  unwrap(await removeSecret(control, accountId, "partner"));
  expect(await warnings()).toEqual([missing]);
});

test("warns about a missing secret while it is missing", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const config = { url: "mqtt://localhost", username: "weir", passwordSecret: "broker" };
  const definition = {
    nodes: [testNode("input", "input"), testNode("save", "save"), testNode("out", "mqtt", config)],
    wires: ["save", "out"].map((to) => ({ from: "input", output: "out", to })),
  };
  const { uuid } = await makePublishedChain(control, accountId, "Broker", definition);
  const warnings = async () => unwrap(await getChain(control, uuid)).warnings;
  expect(await warnings()).toEqual([
    {
      code: "missing_secret",
      message:
        'MQTT publish · Password: the account has no secret "broker", so messages cannot be delivered yet.',
    },
  ]);
  await control.transact((tx) =>
    tx
      .insertInto("secrets")
      .values({ account_id: accountId, name: "broker", sealed: new Uint8Array(1), created_at: 0 })
      .execute(),
  );
  expect(await warnings()).toEqual([]);
});

test("warns about a mail node if there is no mail server", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const definition = {
    nodes: ["input", "save", "tell"].map((id) =>
      id === "tell" ? testNode(id, "email", { to: "ann@riverside.farm" }) : testNode(id, id),
    ),
    wires: ["save", "tell"].map((to) => ({ from: "input", output: "out", to })),
  };
  const { uuid } = await makePublishedChain(control, accountId, "Mail", definition);
  const warningsWith = async (sendsMail: boolean | null) =>
    unwrap(await getChain({ ...control, sendsMail }, uuid)).warnings;
  const message = "Email: this server has no mail server set up, so messages cannot be delivered yet.";
  expect(await warningsWith(false)).toEqual([{ code: "no_mail_server", message }]);
  expect(await warningsWith(true)).toEqual([]);
  expect(await warningsWith(null)).toEqual([]);
  const problems = unwrap(await validateDefinition({ ...control, sendsMail: false }, uuid, definition));
  expect(problems).toMatchObject([{ severity: "warning", code: "no_mail_server", nodeId: "tell" }]);
});

test("merges equal warnings of nodes with the same name", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const limit = { operator: ">", value: 1 };
  const definition = {
    nodes: [
      testNode("input", "input"),
      testNode("save", "save"),
      testNode("a", "compare", limit),
      testNode("b", "compare", limit),
    ],
    wires: [
      { from: "input", output: "out", to: "a" },
      { from: "a", output: "true", to: "save" },
      { from: "input", output: "out", to: "b" },
      { from: "b", output: "true", to: "save" },
    ],
  };
  const { uuid } = await makePublishedChain(control, accountId, "Twice", definition);
  expect(unwrap(await validateDefinition(control, uuid, definition))).toHaveLength(2);
  expect(unwrap(await getChain(control, uuid)).warnings).toEqual([
    { code: "unsaved_readings", message: "Readings that leave Compare by false are not saved." },
  ]);
});

test("does not find, list, rename, delete or create chains of another account", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const { uuid } = await makePublishedChain(control, plant.id, "Cold");
  const within = withinAccount(control, office.id);
  expect(await names(within)).toEqual(["Default"]);
  for (const selector of [uuid, "Cold"]) {
    expect(codeOf(await getChain(within, selector))).toBe("unknown_chain");
    expect(codeOf(await renameChain(within, selector, "Mine"))).toBe("unknown_chain");
    expect(codeOf(await deleteChain(within, selector))).toBe("unknown_chain");
  }
  expect(codeOf(await createChain(within, { accountId: plant.id, name: "Mine" }))).toBe("unknown_account");
  expect(unwrap(await getChain(control, uuid)).name).toBe("Cold");
});

test("limits the number of chains of an account", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const rows = Array.from({ length: chainsPerAccountMax - 1 }, (_, index) => ({
    uuid: crypto.randomUUID(),
    account_id: accountId,
    name: `Chain ${index}`,
    published_version: null,
    created_at: 0,
    draft: "{}",
  }));
  await control.transact((tx) => tx.insertInto("chains").values(rows).execute());
  expect(codeOf(await createChain(control, { accountId, name: "One more" }))).toBe("too_many_chains");
  const other = await makeAccount(control, "Office");
  expect((await createChain(control, { accountId: other.id, name: "One more" })).ok).toBeTrue();
});
