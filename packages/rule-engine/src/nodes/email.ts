import { unwrap } from "@weir/protocol/result";
import { text } from "../config-fields.ts";
import { mailAddressesMax, readMailAddresses } from "../mail-addresses.ts";
import { defineNode } from "../node-type.ts";
import { compileTemplate, lineTemplateProblem, templateHelp, templateProblem } from "../template.ts";

export const email = defineNode({
  type: "email",
  version: 1,
  category: "action",
  title: "Email",
  help: "Queues an email about the reading and passes the reading to `queued`. The email is sent afterwards and retried until it is delivered or given up. Members of the account receive it at their verified address. Other recipients are asked first, and their emails wait until they confirm. An account sends a limited number of emails a day. Further ones wait until the next day.",
  outputs: ["queued"],
  steps: 10_000,
  fields: {
    to: text({
      label: "To",
      help: `1 to ${mailAddressesMax} addresses, separated by commas.`,
      maxLength: 2048,
      check: addressesProblem,
    }),
    subject: text({
      label: "Subject",
      help: templateHelp,
      maxLength: 200,
      default: "{{sensor.name}} of {{device.name}}: {{value}} {{sensor.unit}}",
      check: lineTemplateProblem,
    }),
    text: text({
      label: "Text",
      help: templateHelp,
      maxLength: 8000,
      multiline: true,
      default: "{{sensor.name}} of {{device.name}} was {{value}} {{sensor.unit}} at {{at}}.\n",
      check: templateProblem,
    }),
  },
  compile({ to: given, subject, text: body }, { output, fail, host, nodeId }) {
    const to = unwrap(readMailAddresses(given));
    const fillSubject = compileTemplate(subject);
    const fillText = compileTemplate(body);
    const queued = output("queued");
    return (reading) => {
      const message = { kind: "mail", to, subject: fillSubject(reading), text: fillText(reading) } as const;
      const problem = host.send(reading, nodeId, message);
      if (problem !== null) fail(reading, problem);
      else queued(reading);
    };
  },
});

function addressesProblem(given: string): string | null {
  const read = readMailAddresses(given);
  return read.ok ? null : read.error;
}
