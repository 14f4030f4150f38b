import { storedMessages } from "../contracts.ts";
import { apiErrors } from "../errors.ts";
import type { OpenApiDocument } from "../openapi/openapi-document.ts";
import { type Section, table } from "./blocks.ts";
import { html } from "./html.ts";

export function limitsSection(document: OpenApiDocument): Section {
  const { rateLimit, bodyBytesMax, entriesMax } = document["x-weir-limits"];
  const rows = [
    [
      html`Requests`,
      html`${formatCount(rateLimit)} a minute`,
      html`429. Counted per source address, so devices behind one connection share it; per device under the <code>stored</code> contract, where only requests with the device’s token count against it.`,
    ],
    [html`Body`, html`${formatBytes(bodyBytesMax)}`, html`413. The inflated size counts.`],
    [html`Readings in a request`, html`${formatCount(entriesMax)}`, html`422 on <code>data</code>.`],
    [html`Metadata of a reading`, html`4 KiB as JSON`, html`422, or a drop under lenient handling.`],
    [html`Nesting of the JSON`, html`32 levels`, html`422 on <code>body</code>.`],
    [html`<code>battery_voltage</code>`, html`0 to 100`, html`422.`],
  ];
  return {
    id: "limits",
    title: "Limits",
    body: html`${table("Limits of this server", ["What", "Limit", "Past it"], rows)}
<p>The minute starts with the first request of a source and lasts 60 seconds. Every answer says how much is left in <code>X-RateLimit-Remaining</code>; a 429 adds <code>Retry-After</code> and <code>X-RateLimit-Reset</code>. The easiest way to stay below the limit is to send readings in bulk.</p>
`,
  };
}

export function contractsSection(): Section {
  const { missingToken, deviceNotFound, sensorNotFound, tooManyRequests } = apiErrors;
  const rows = [
    [html`Sensor in the URL`, html`slug or UUID`, html`UUID only`],
    [
      html`Success`,
      html`202 with the counts`,
      html`201 with <code>message</code>; bulk and batch add <code>count</code>, which is accepted and duplicates together`,
    ],
    [
      html`401`,
      html`<code>${missingToken.code}</code> or <code>${apiErrors.invalidToken.code}</code>`,
      html`${storedMessages.unauthenticated}`,
    ],
    [
      html`Unknown device or sensor`,
      html`404 <code>${deviceNotFound.code}</code> or <code>${sensorNotFound.code}</code>`,
      html`404 ${storedMessages.notFound}`,
    ],
    [html`429`, html`${tooManyRequests.message}`, html`${storedMessages.tooManyRequests}`],
    [
      html`Success is sent`,
      html`once the readings are durable`,
      html`once they have also been through their rule chain, or after 5 seconds`,
    ],
    [
      html`Rate limit counts per`,
      html`source address`,
      html`device; source address for requests without its token`,
    ],
  ];
  return {
    id: "contracts",
    title: "Two contracts",
    body: html`<p>Each device speaks one of two contracts. <code>queued</code> is today’s and the one this page describes. <code>stored</code> is the earlier one, for firmware that cannot be changed; a device is switched to it in its settings. What happens to a reading is the same under both. Only these differ:</p>
${table("Differences", ["What", "queued", "stored"], rows)}`,
  };
}

export function operationSection(document: OpenApiDocument): Section {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    item.get?.tags.includes("operation") ? [{ path, operation: item.get }] : [],
  );
  return {
    id: "operation",
    title: "For operators",
    body: table(
      "Routes without a token",
      ["Route", "Answers"],
      routes.map(({ path, operation }) => [html`<code>GET ${path}</code>`, html`${operation.summary}.`]),
    ),
  };
}

function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

function formatBytes(bytes: number): string {
  const kib = 1024;
  const mib = kib * kib;
  if (bytes % mib === 0) return `${formatCount(bytes / mib)} MiB`;
  if (bytes % kib === 0) return `${formatCount(bytes / kib)} KiB`;
  return `${formatCount(bytes)} bytes`;
}
