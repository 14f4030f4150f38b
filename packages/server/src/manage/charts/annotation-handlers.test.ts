import { expect, test } from "bun:test";
import { annotationRoutes, annotationsPerDeviceMax } from "@weir/protocol/manage/annotation-routes";
import { unwrap } from "@weir/protocol/result";
import { createDevice, removeDevice } from "../devices/devices.ts";
import { removeSensor } from "../sensors/sensors.ts";
import { newDevice } from "../test-control.ts";
import { ApiUnderTest, type TestAnswer } from "../testing/api-under-test.ts";
import { annotationHandlers } from "./annotation-handlers.ts";

const told = ({ status, json }: TestAnswer) => [status, json.code];
const textsOf = ({ json }: TestAnswer) => json.items.map(({ text }: { text: string }) => text);

async function open() {
  const api = await ApiUnderTest.create(annotationRoutes, annotationHandlers);
  const account = await api.addAccount("Plant");
  const sensors = [{ slug: "temperature" }, { slug: "humidity" }];
  const made = unwrap(await createDevice(api.control, newDevice(account.id, { name: "Freezer", sensors })));
  const params = { device: made.uuid };
  return { api, account, params, sensors: made.sensors, editor: api.as("editor", account) };
}

test("adds, changes and deletes annotations, and audits all of it under the device's name", async () => {
  const { api, account, params, sensors, editor } = await open();
  await using _ = api;
  const body = { at: "2026-05-01T10:00:00Z", text: " Door open \n until noon ", sensor: "temperature" };
  const made = await editor.call("createAnnotation", { params, body });
  expect(made.json).toMatchObject({
    at: "2026-05-01T10:00:00.000000Z",
    until: null,
    text: "Door open \n until noon",
    sensor: sensors.find(({ slug }) => slug === "temperature")!.uuid,
  });
  const one = { ...params, annotation: made.json.uuid };
  const until = "2026-05-01T12:00:00Z";
  const changed = await editor.call("updateAnnotation", { params: one, body: { until, sensor: null } });
  expect(changed.json).toMatchObject({ until: "2026-05-01T12:00:00.000000Z", sensor: null });
  expect((await editor.call("listAnnotations", { params })).json.items).toEqual([changed.json]);
  expect((await editor.call("updateAnnotation", { params: one, body: { until } })).status).toBe(200);
  expect((await editor.call("deleteAnnotation", { params: one })).status).toBe(204);
  expect(told(await editor.call("deleteAnnotation", { params: one }))).toEqual([404, "unknown_annotation"]);
  const entries = await api.auditOf(account);
  const ofAnnotations = entries.filter(({ action }) => action.startsWith("annotation."));
  expect(ofAnnotations.map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ["annotation.delete", "Freezer"],
    ["annotation.update", "Freezer"],
    ["annotation.create", "Freezer"],
  ]);
});

test("lists the annotations that touch a range, in order of time", async () => {
  const { api, params, editor } = await open();
  await using _ = api;
  const add = (text: string, at: string, until: string | null = null) =>
    editor.call("createAnnotation", { params, body: { at, until, text } });
  await add("after", "2026-05-03");
  await add("inside", "2026-05-02T12:00:00Z");
  await add("reaching in", "2026-05-01", "2026-05-02T01:00:00Z");
  await add("before", "2026-05-01", "2026-05-02");
  await add("at the start", "2026-05-02");
  const query = { from: "2026-05-02", to: "2026-05-03" };
  expect(textsOf(await editor.call("listAnnotations", { params, query }))).toEqual([
    "reaching in",
    "at the start",
    "inside",
  ]);
  expect(textsOf(await editor.call("listAnnotations", { params }))).toHaveLength(5);
});

test.each([
  [{ at: "soon", text: "x" }, [422, "not_valid"]],
  [{ at: "2026-05-02", until: "2026-05-02", text: "x" }, [422, "bad_span"]],
  [{ at: "2026-05-02", text: "  " }, [422, "bad_text"]],
  [{ at: "2026-05-02", text: "x".repeat(501) }, [422, "not_valid"]],
  [{ at: "2026-05-02", text: "x", sensor: "pressure" }, [422, "unknown_sensor"]],
])("refuses %j", async (body, refusal) => {
  const { api, params, editor } = await open();
  await using _ = api;
  expect(told(await editor.call("createAnnotation", { params, body }))).toEqual(refusal);
});

test("deletes annotations with their sensor and with their device", async () => {
  const { api, params, editor } = await open();
  await using _ = api;
  for (const sensor of ["temperature", "humidity", null])
    await editor.call("createAnnotation", { params, body: { at: "2026-05-02", text: `${sensor}`, sensor } });
  unwrap(await removeSensor(api.control, { device: params.device, sensor: "temperature" }));
  expect(textsOf(await editor.call("listAnnotations", { params }))).toEqual(["humidity", "null"]);
  unwrap(await removeDevice(api.control, params.device));
  expect(await api.control.db.selectFrom("annotations").selectAll().execute()).toEqual([]);
});

test("keeps annotations from other accounts and from viewers' changes, and limits their number", async () => {
  const { api, account, params, editor } = await open();
  await using _ = api;
  const body = { at: "2026-05-02", text: "Ours" };
  const one = { ...params, annotation: (await editor.call("createAnnotation", { params, body })).json.uuid };
  const elsewhere = api.as("owner", await api.addAccount("Office"));
  for (const answer of [
    await elsewhere.call("listAnnotations", { params }),
    await elsewhere.call("createAnnotation", { params, body }),
    await elsewhere.call("updateAnnotation", { params: one, body }),
    await elsewhere.call("deleteAnnotation", { params: one }),
  ])
    expect(told(answer)).toEqual([404, "unknown_device"]);
  const viewer = api.as("viewer", account);
  expect(textsOf(await viewer.call("listAnnotations", { params }))).toEqual(["Ours"]);
  expect((await viewer.call("deleteAnnotation", { params: one })).status).toBe(403);
  const row = await api.control.db.selectFrom("annotations").selectAll().executeTakeFirstOrThrow();
  const { id: _id, ...copied } = row;
  const copies = Array.from({ length: annotationsPerDeviceMax - 1 }, (_, nth) => ({
    ...copied,
    uuid: `${nth}`,
  }));
  await api.control.transact(async (tx) => {
    for (let from = 0; from < copies.length; from += 500)
      await tx
        .insertInto("annotations")
        .values(copies.slice(from, from + 500))
        .execute();
  });
  expect(told(await editor.call("createAnnotation", { params, body }))).toEqual([
    409,
    "too_many_annotations",
  ]);
});
