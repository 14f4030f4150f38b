import { managePath } from "@weir/protocol/manage/route";
import type { IsolationWorld } from "../isolation/isolation-world.ts";

/** A request of a mixed load, and how often it is sent in proportion to the others. */
export interface MixedRequest {
  readonly weight: number;
  readonly send: () => Promise<Response>;
}

interface Sent {
  readonly method: string;
  readonly address: string;
  readonly body: () => string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

const dayMs = 86_400_000;
const json = "application/json";
const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** What people and programs ask for in the course of weeks: lists, edits, charts, files, mistakes and wrong passwords. */
export async function mixedRequests({ url, honest, hostile }: IsolationWorld): Promise<MixedRequest[]> {
  const person = { cookie: honest.cookie, "sec-fetch-site": "same-origin", "x-forwarded-proto": "https" };
  const program = { authorization: `Bearer ${hostile.key}` };
  const manage = `${url}${managePath}`;
  const device = `${honest.api}/devices/${honest.device.uuid}`;
  const large = `${hostile.api}/devices/${hostile.device.uuid}`;
  const span = `from=${daysAgo(4.5)}&to=${daysAgo(0.25)}`;

  const get = (weight: number, address: () => string, headers: Record<string, string>): MixedRequest => ({
    weight,
    send: () => fetch(address(), { headers }),
  });
  const send = (weight: number, { method, address, body, type = json }: Sent): MixedRequest => ({
    weight,
    send: () => fetch(address, { method, headers: { ...person, "content-type": type }, body: body() }),
  });

  const made = await fetch(`${honest.api}/boards`, {
    method: "POST",
    headers: { ...person, "content-type": json },
    body: JSON.stringify({ name: "Often edited", definition: definition() }),
  });
  if (!made.ok) throw new Error(`The board was refused: ${await made.text()}`);
  const { uuid } = (await made.json()) as { uuid: string };
  const board = `${honest.api}/boards/${uuid}`;

  return [
    get(10, () => `${hostile.api}/devices?limit=20&search=${letters(2)}`, program),
    get(0.3, () => `${hostile.api}/devices?limit=1000`, program),
    get(0.3, () => `${large}/exports/readings?format=csv&${span}`, program),
    get(0.1, () => `${large}/exports/readings?format=parquet&${span}`, program),
    get(15, () => device, person),
    get(5, () => `${device}/picture`, person),
    get(5, () => board, person),
    get(5, () => `${board}/versions`, person),
    get(5, () => `${honest.api}/audit?limit=20`, person),
    get(5, () => `${honest.api}/alarms`, person),
    get(5, () => `${honest.api}/limits`, person),
    get(5, () => `${honest.api}/chains`, person),
    get(5, () => `${honest.api}/devices/${crypto.randomUUID()}`, person),
    get(5, () => `${honest.api}/${letters(8)}`, person),
    get(5, () => `${honest.api}/devices?${letters(8)}=1`, person),
    get(5, () => `${manage}/shared/board/tiles/curve?points=1000`, {
      authorization: `Bearer ${hostile.shareToken}`,
    }),
    get(0.5, () => `${url}/openapi.json`, {}),
    send(10, { method: "PATCH", address: device, body: () => JSON.stringify({ notes: letters(100) }) }),
    send(5, {
      method: "PATCH",
      address: board,
      body: () => JSON.stringify({ definition: definition() }),
    }),
    send(5, { method: "PUT", address: `${device}/picture`, body: () => onePixel, type: "image/png" }),
    send(5, {
      method: "POST",
      address: `${honest.api}/devices`,
      body: () => JSON.stringify({ name: 5, [letters(8)]: 1 }),
    }),
    send(5, { method: "POST", address: `${honest.api}/devices`, body: () => `{${letters(8)}` }),
    send(0.2, {
      method: "POST",
      address: `${manage}/session`,
      body: () => JSON.stringify({ email: `${letters(8)}@example.org`, password: "a wrong password" }),
    }),
  ];
}

function definition(): object {
  const place = { x: 0, y: 0, width: 4, height: 4 };
  const tile = { kind: "text", id: "text", title: "", place, settings: { text: letters(3000) } };
  return { span: "30d", tiles: [tile] };
}

function letters(count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join(
    "",
  );
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString();
}
