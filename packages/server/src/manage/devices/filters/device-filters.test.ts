/** What is particular to saved filters. What they have in common with other resources is in resources.test.ts. */
import { expect, test } from "bun:test";
import { deviceFilter } from "@weir/protocol/resources/device-filter";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { deviceFilters } from "./device-filters.ts";

async function open() {
  const api = await ApiUnderTest.create(deviceFilter.routes, deviceFilters.handlers);
  return { api, editor: api.as("editor", await api.addAccount("Plant")) };
}

test("keeps every parameter of the device list", async () => {
  const { api, editor } = await open();
  await using _ = api;
  const parameters = { q: "pump", status: "offline", "attribute.site": "Berlin" };
  await editor.call("createDeviceFilter", { body: { name: "Pumps", parameters } });
  const { items } = (await editor.call("listDeviceFilters")).json;
  expect(items).toEqual([{ uuid: expect.any(String), name: "Pumps", owner: "account", parameters }]);
});

test("refuses parameters that the device list does not know", async () => {
  const { api, editor } = await open();
  await using _ = api;
  for (const name of ["tags", "attribute.", "attribute.Not a name"]) {
    const given = JSON.parse(`{"${name}":"x"}`);
    const refused = await editor.call("createDeviceFilter", { body: { name: "A", parameters: given } });
    expect(refused.json).toMatchObject({ status: 422, errors: [{ field: `parameters.${name}` }] });
    expect(refused.json.detail).toContain("must be one of q, group, tag,");
  }
});
