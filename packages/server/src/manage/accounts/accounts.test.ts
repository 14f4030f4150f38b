import { afterAll, expect, test } from "bun:test";
import { boardDefinition } from "@weir/protocol/manage/board-forms";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { accountsOnPage } from "../../control/accounts/accounts.ts";
import { findBoard, listBoards } from "../../control/boards/boards.ts";
import { loadChains } from "../../control/chains/published-chains.ts";
import { withinAccount } from "../../control/control.ts";
import { firstBoard, firstBoardName } from "../boards/first-board.ts";
import { sensorTypes } from "../sensors/sensor-types.ts";
import { usualSensorTypes } from "../sensors/usual-sensor-types.ts";
import { closeTestControls, codeOf, makeAccount, openTestControl, unwrap } from "../test-control.ts";
import { accountFor, createAccount, findAccount } from "./accounts.ts";

afterAll(closeTestControls);

test("creates an account with a published default chain that saves readings", async () => {
  const { control, announced } = openTestControl();
  const account = await makeAccount(control);
  const [chain, ...others] = await loadChains(control);
  expect(others).toEqual([]);
  expect(chain).toMatchObject({ accountId: account.id, version: 1, definition: defaultChain });
  expect(announced).toEqual([
    { kind: "chain", chainId: chain!.id },
    { kind: "account", accountId: account.id },
  ]);
});

test("creates an account with its own copy of the usual sensor types", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const typesOf = ({ id: accountId }: typeof plant) =>
    sensorTypes.operations.rows.list(control.db, { accountId, userId: null });
  const types = await typesOf(plant);
  expect(types.map(({ name }) => name)).toEqual([
    "battery",
    "CO2",
    "count",
    "current",
    "distance",
    "door",
    "energy",
    "flow",
    "humidity",
    "level",
    "light",
    "motion",
    "PM10",
    "PM2.5",
    "power",
    "pressure",
    "rain",
    "signal",
    "soil moisture",
    "sound",
    "temperature",
    "VOC",
    "voltage",
    "weight",
    "wind speed",
  ]);
  expect(types.find(({ name }) => name === "temperature")).toMatchObject({
    unit: "°C",
    decimals: 1,
    min: -40,
    max: 85,
  });
  for (const { decimals, min } of types) expect([decimals, min]).not.toContain(null);
  const [first] = types;
  const editor = { accountId: plant.id, userId: null, role: "editor" } as const;
  unwrap(await sensorTypes.operations.remove(control, editor, first!.uuid, null));
  expect(await typesOf(plant)).toHaveLength(types.length - 1);
  expect(await typesOf(office)).toHaveLength(types.length);
});

test("creates an account with a board of its own that shows all devices", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  await makeAccount(control, "Office");
  const [board, ...others] = await listBoards(control.db, { accountId: plant.id, userId: null });
  expect(others).toEqual([]);
  expect(board).toMatchObject({ name: firstBoardName, userId: null, version: 1 });
  const found = await findBoard(control.db, { accountId: plant.id, userId: null }, board!.uuid);
  expect(found!.definition).toEqual(firstBoard);
  // It is complete, and a person could create it.
  expect(JSON.stringify(boardDefinition.parse(firstBoard))).toBe(JSON.stringify(firstBoard));
});

test("has usual sensor types that people could create themselves", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  await control.transact((tx) => tx.deleteFrom("sensor_types").execute());
  const editor = { accountId, userId: null, role: "editor" } as const;
  for (const type of usualSensorTypes) {
    expect(unwrap(await sensorTypes.operations.create(control, editor, type))).toMatchObject(type);
  }
});

test("finds an account by its UUID or its exact name", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  await makeAccount(control, "Office");
  expect(unwrap(await findAccount(control, plant.uuid))).toEqual(plant);
  expect(unwrap(await accountFor(control, "Plant"))).toEqual(plant);
  for (const selector of ["plant", "Plan", "", plant.uuid.toUpperCase()]) {
    expect(codeOf(await accountFor(control, selector))).toBe("unknown_account");
  }
});

test("does not confuse an account that is named like the UUID of another", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  await makeAccount(control, plant.uuid);
  expect(unwrap(await findAccount(control, plant.uuid))).toEqual(plant);
});

test("uses the oldest account without a selector, and creates one if there is none", async () => {
  const { control, announced } = openTestControl();
  const created = unwrap(await accountFor(control));
  expect(created.name).toBe("Default");
  expect(announced).toHaveLength(2);
  await makeAccount(control, "Later");
  expect(unwrap(await accountFor(control))).toEqual(created);
  expect(await accountsOnPage(control, { limit: 10 })).toHaveLength(2);
});

test("does not create an account for an unknown name", async () => {
  const { control } = openTestControl();
  expect(codeOf(await accountFor(control, "Default"))).toBe("unknown_account");
  expect(await accountsOnPage(control, { limit: 10 })).toEqual([]);
});

test("allows two accounts of the same name, which are then found only by UUID", async () => {
  const { control } = openTestControl();
  const first = await makeAccount(control, "Plant");
  const second = unwrap(await createAccount(control, " Plant "));
  const refused = await findAccount(control, "Plant");
  expect(codeOf(refused)).toBe("ambiguous_account");
  expect(refused.ok ? "" : refused.error.message).toContain(`${first.uuid}, ${second.uuid}`);
  expect(codeOf(await accountFor(control, "Plant"))).toBe("ambiguous_account");
  expect(unwrap(await findAccount(control, second.uuid))).toEqual(second);
  expect(unwrap(await findAccount(withinAccount(control, second.id), "Plant"))).toEqual(second);
});

test("trims names, and requires 1 to 200 characters without control characters", async () => {
  const { control } = openTestControl();
  for (const name of ["", "   ", "x".repeat(201), "two\nlines", "nul\0", "half \ud800 pair"]) {
    expect(codeOf(await createAccount(control, name))).toBe("bad_name");
  }
  expect(unwrap(await createAccount(control, "  Wärme ☀  ")).name).toBe("Wärme ☀");
  expect((await createAccount(control, "x".repeat(200))).ok).toBe(true);
});

test("finds no other account from within an account", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const within = withinAccount(control, office.id);
  expect(await accountsOnPage(within, { limit: 10 })).toEqual([office]);
  expect(unwrap(await accountFor(within))).toEqual(office);
  expect(codeOf(await findAccount(within, plant.uuid))).toBe("unknown_account");
  expect(codeOf(await findAccount(within, "Plant"))).toBe("unknown_account");
});
