import { expect, test } from "bun:test";
import { devicesCsv } from "./devices-csv.ts";

const device = {
  name: "Pump, east",
  uuid: "u1",
  description: "",
  group: "Hall",
  template: { uuid: "t1", name: "Pump" },
  chain: null,
  enabled: true,
  status: "online",
  last_connected: "2026-06-01T12:00:00Z",
  sensor_count: 2,
  tags: ["cold", "old"],
  attributes: { site: "Berlin", floor: -1 },
  location: { latitude: -3.5, longitude: 13, label: "Gate 4" },
  notes: "",
  created_at: "2026-05-01T12:00:00Z",
} as unknown as Parameters<typeof devicesCsv>[0][number];
const plain = { ...device, name: "=1+1", location: null, attributes: { spare: true }, tags: [], chain: null };

test("writes a line for each device, with a column for each attribute, and nothing that a spreadsheet would run", () => {
  expect(devicesCsv([device, plain]).split("\r\n")).toEqual([
    "name,uuid,group,template,chain,enabled,status,last_connected,sensor_count,tags,attr.floor,attr.site,attr.spare,latitude,longitude,place,description,notes,created_at",
    '"Pump, east",u1,Hall,Pump,,true,online,2026-06-01T12:00:00Z,2,cold;old,-1,Berlin,,-3.5,13,Gate 4,,,2026-05-01T12:00:00Z',
    "'=1+1,u1,Hall,Pump,,true,online,2026-06-01T12:00:00Z,2,,,,true,,,,,,2026-05-01T12:00:00Z",
    "",
  ]);
});
