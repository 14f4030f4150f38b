import { describe } from "bun:test";
import { batch, bulk, single, useServer } from "./contract-server.ts";
import { contractTable, type Row } from "./contract-table.ts";
import { deviceNotFound, type ExpectedAnswer, notFound, queued, sensorNotFound } from "./expected-answers.ts";

const reading = { data: { value: 1 } };

describe("routes and methods", () => {
  const server = useServer();

  /** `U` stands for the device's UUID. */
  const at = (ruling: string, path: string, answer: ExpectedAnswer): Row => ({
    ruling: `${ruling}: ${path}`,
    request: (device) => single(reading, { path: path.replace("U", device.uuid) }),
    answer,
  });

  contractTable(server, [
    at("no such route", "/", notFound),
    at("no such route", "/api", notFound),
    at("no such route", "/api/v1", notFound),
    at("no such route", "/api/v1/devices", notFound),
    at("no such route", "/api/v1/devices/U", notFound),
    at("no such route", "/api/v1/devices/U/sensors", notFound),
    at("no such route", "/api/v1/devices/U/sensors/temperature", notFound),
    at("no such route", "/api/v1/devices/U/readings/bulk", notFound),
    at("no such route", "/api/v1/devices/U/sensors/temperature/readings/bulk/more", notFound),
    at("no such route", "/api/v1/devices/U/sensors/temperature/readings/batch", notFound),
    at("paths are case-sensitive", "/API/v1/devices/U/sensors/temperature/readings", notFound),
    at("paths are case-sensitive", "/api/v1/devices/U/sensors/temperature/Readings", notFound),
    at("a trailing slash is another path", "/api/v1/devices/U/sensors/temperature/readings/", notFound),
    at("a trailing slash is another path", "/api/v1/devices/U/sensors/temperature/readings/bulk/", notFound),
    at("a trailing slash is another path", "/api/v1/devices/U/readings/", notFound),
    at("an empty segment is no device", "/api/v1/devices//readings", notFound),
    at("an empty segment is no sensor", "/api/v1/devices/U/sensors//readings", notFound),
    at("slashes do not merge", "//api/v1/devices/U/sensors/temperature/readings", notFound),
    at("slashes do not merge", "/api/v1/devices/U//sensors/temperature/readings", notFound),
    at(
      "a query changes nothing",
      "/api/v1/devices/U/sensors/temperature/readings?a=/b",
      queued({ accepted: 1 }),
    ),
    at(
      "a sensor may be percent-encoded",
      "/api/v1/devices/U/sensors/%74emper%61ture/readings",
      queued({ accepted: 1 }),
    ),
    at("an encoded slash does not part", "/api/v1/devices/U/sensors/a%2Fb/readings", sensorNotFound("a/b")),
    at(
      "bad percent-encoding matches nothing",
      "/api/v1/devices/U/sensors/%zz/readings",
      sensorNotFound("%zz"),
    ),
    at(
      "bytes that are not UTF-8 match nothing",
      "/api/v1/devices/U/sensors/%ff/readings",
      sensorNotFound("%ff"),
    ),
    at("an encoded NUL is echoed", "/api/v1/devices/U/sensors/%00/readings", sensorNotFound("\u0000")),
    at("markup is echoed as JSON", "/api/v1/devices/U/sensors/%3Cb%3E%22/readings", sensorNotFound('<b>"')),
    at(
      "prototype names match nothing",
      "/api/v1/devices/U/sensors/__proto__/readings",
      sensorNotFound("__proto__"),
    ),
    at("prototype names match nothing", "/api/v1/devices/constructor/readings", deviceNotFound),
    at("any text may stand for a device", "/api/v1/devices/not-a-uuid/readings", deviceNotFound),
    at(
      "a device's UUID is case-sensitive",
      "/api/v1/devices/ABCDEF00-0000-4000-8000-000000000000/readings",
      deviceNotFound,
    ),
  ]);

  const methods = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const endpoints = { single, bulk, batch };
  const notAllowed = { message: "Method not allowed.", error: "method_not_allowed" };
  contractTable(
    server,
    Object.entries(endpoints).flatMap(([name, request]) =>
      methods.map((method) => ({
        ruling: `${method} on the ${name} endpoint is 405 with Allow`,
        request: request(reading, { method }),
        // HEAD is answered like GET, with the headers only.
        answer: {
          status: 405,
          ...(method === "HEAD" ? { text: /^$/ } : { json: notAllowed }),
          headers: { allow: "POST", "content-type": "application/json" },
        },
      })),
    ),
  );
});
