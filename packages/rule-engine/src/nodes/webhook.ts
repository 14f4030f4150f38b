import { unwrap } from "@weir/protocol/result";
import { list, text } from "../config-fields.ts";
import { formatMicros } from "../format-micros.ts";
import { compileHeader, headerTemplateHelp, headerTemplateProblem } from "../header-template.ts";
import { hiddenHeaderProblem, hiddenUrlProblem } from "../hidden-text.ts";
import { readWebhookUrl, urlLengthMax } from "../message-url.ts";
import { defineNode } from "../node-type.ts";
import { readingJson } from "../reading-json.ts";
import { repeatedKeys } from "../repeated-keys.ts";
import { secretNameProblem } from "../secret-name.ts";
import { templateHelp } from "../template.ts";
import { headerBytes, headerBytesMax, headerNameProblem } from "../webhook-headers.ts";

export const webhook = defineNode({
  type: "webhook",
  version: 1,
  category: "action",
  title: "Webhook",
  help: "Queues a signed HTTP POST of the reading as JSON and passes the reading to `queued`. The request is sent afterwards and retried until it is delivered or given up. The receiver may get a reading twice, with the same `Idempotency-Key`.",
  outputs: ["queued"],
  steps: 10_000,
  fields: {
    url: text({ label: "URL", help: "http or https.", maxLength: urlLengthMax, check: urlProblem }),
    headers: list({
      label: "Headers",
      help: "In addition to the Standard Webhooks headers, which are set for you. Editors can see the values, so use a secret for keys and passwords.",
      of: {
        name: text({ label: "Name", maxLength: 100, check: headerNameProblem }),
        value: text({
          label: "Value",
          help: `${headerTemplateHelp} ${templateHelp} Non-ASCII characters are sent percent-encoded.`,
          maxLength: 1000,
          optional: true,
          takesSecrets: true,
          check: headerTemplateProblem,
        }),
      },
      itemsMin: 0,
      itemsMax: 10,
      default: [],
    }),
    secret: text({
      label: "Signing secret",
      help: "Name of the account secret that signs the request.",
      maxLength: 64,
      default: "webhook",
      check: secretNameProblem,
    }),
  },
  check({ headers }) {
    const names = headers.map(({ name }) => name.toLowerCase());
    const hidden = headers.flatMap(({ name, value }, index) => {
      const message = hiddenHeaderProblem(name, value);
      return message === null ? [] : [{ field: `headers.${index}.value`, message }];
    });
    return [...repeatedKeys("headers", "name", names), ...hidden];
  },
  compile({ url: given, headers: rows, secret }, { output, fail, host, nodeId }) {
    const url = unwrap(readWebhookUrl(given));
    const fills = rows.map(({ name, value }) => ({ name, fill: compileHeader(value ?? "") }));
    const queued = output("queued");
    return (reading) => {
      const headers = Object.fromEntries(fills.map(({ name, fill }) => [name, fill(reading)]));
      const bytes = headerBytes(headers);
      if (bytes > headerBytesMax) {
        fail(reading, `The headers would take ${bytes} bytes; the limit is ${headerBytesMax}.`);
        return;
      }
      const body = `{"type":"reading","timestamp":"${formatMicros(reading.atUs)}","data":${readingJson(reading)}}`;
      const problem = host.send(reading, nodeId, { kind: "webhook", url, headers, body, secret });
      if (problem !== null) fail(reading, problem);
      else queued(reading);
    };
  },
});

function urlProblem(text: string): string | null {
  const hidden = hiddenUrlProblem(text);
  if (hidden !== null) return hidden;
  const read = readWebhookUrl(text);
  return read.ok ? null : read.error;
}
