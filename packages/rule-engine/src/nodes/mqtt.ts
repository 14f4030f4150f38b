import { unwrap } from "@weir/protocol/result";
import { choice, flag, text } from "../config-fields.ts";
import { hiddenUrlProblem } from "../hidden-text.ts";
import { lineProblem } from "../line-text.ts";
import { readBrokerUrl, urlLengthMax } from "../message-url.ts";
import { defineNode } from "../node-type.ts";
import { readingJson } from "../reading-json.ts";
import { secretNameProblem } from "../secret-name.ts";
import { compileTemplate, lineTemplateProblem, templateHelp } from "../template.ts";

/** The length as UTF-8. */
const topicBytesMax = 512;

const utf8 = new TextEncoder();

export const mqtt = defineNode({
  type: "mqtt",
  version: 1,
  category: "action",
  title: "MQTT publish",
  help: "Queues the reading for an MQTT broker and passes it to `queued`. The message is sent afterwards and retried until it is delivered or given up.",
  outputs: ["queued"],
  steps: 10_000,
  fields: {
    url: text({
      label: "Broker",
      help: "mqtt://host or mqtts://host. Add :port if it is not 1883 or 8883.",
      maxLength: urlLengthMax,
      check: brokerProblem,
    }),
    topic: text({
      label: "Topic",
      help: `${templateHelp} In the inserted values, each / + and # becomes _.`,
      maxLength: 500,
      default: "weir/{{device.uuid}}/{{sensor.slug}}",
      check: topicTextProblem,
    }),
    payload: choice({
      label: "Payload",
      options: ["value", "json"],
      optionLabels: { value: "value only", json: "reading as JSON" },
      default: "json",
    }),
    qos: choice({
      label: "QoS",
      options: ["0", "1"],
      optionLabels: { "0": "0 (at most once)", "1": "1 (at least once)" },
      default: "1",
    }),
    retain: flag({
      label: "Retain",
      help: "The broker keeps the message for later subscribers.",
      default: false,
    }),
    username: text({ label: "User name", maxLength: 128, optional: true, check: lineProblem }),
    passwordSecret: text({
      label: "Password",
      help: "Name of the account secret that holds the password.",
      maxLength: 64,
      optional: true,
      check: secretNameProblem,
    }),
  },
  check({ username, passwordSecret }) {
    if (!passwordSecret || username) return [];
    return [{ field: "username", message: "is required if there is a password" }];
  },
  compile(
    { url: given, topic, payload, qos, retain, username, passwordSecret },
    { output, fail, host, nodeId },
  ) {
    const fillTopic = compileTemplate(topic, withinLevel);
    const queued = output("queued");
    const fixed = {
      kind: "mqtt",
      url: unwrap(readBrokerUrl(given)),
      qos: qos === "1" ? 1 : 0,
      retain,
      username: username || null,
      passwordSecret: passwordSecret || null,
    } as const;
    return (reading) => {
      const filled = fillTopic(reading);
      const problem =
        topicProblem(filled) ??
        host.send(reading, nodeId, {
          ...fixed,
          topic: filled,
          payload: payload === "json" ? readingJson(reading) : String(reading.value),
        });
      if (problem !== null) fail(reading, problem);
      else queued(reading);
    };
  },
});

function withinLevel(text: string): string {
  return text.replaceAll("/", "_").replaceAll("+", "_").replaceAll("#", "_");
}

function brokerProblem(given: string): string | null {
  const hidden = hiddenUrlProblem(given);
  if (hidden !== null) return hidden;
  const read = readBrokerUrl(given);
  return read.ok ? null : read.error;
}

/** Returns the problem of a topic before its gaps are filled, or null. */
function topicTextProblem(text: string): string | null {
  if (text.includes("+") || text.includes("#")) return "must not contain the wildcards + and #";
  if (text.startsWith("$")) return "must not begin with $, which is reserved for the broker";
  return lineTemplateProblem(text);
}

/** Returns the problem of a topic that a reading filled, or null. */
function topicProblem(topic: string): string | null {
  if (topic === "") return "The topic is empty for this reading.";
  if (topic.startsWith("$")) return `The topic "${topic}" begins with $, which is reserved for the broker.`;
  const bytes = utf8.encode(topic).length;
  return bytes > topicBytesMax ? `The topic has ${bytes} bytes; the limit is ${topicBytesMax}.` : null;
}
