import { severities } from "@weir/protocol/closed-sets";
import { alarmNameField } from "../alarm-name.ts";
import { choice, text } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";
import { compileTemplate, lineTemplateProblem, templateHelp } from "../template.ts";

export const raiseAlarm = defineNode({
  type: "raise-alarm",
  version: 1,
  category: "action",
  title: "Raise alarm",
  help: "Raises an alarm for the reading's sensor. The reading goes to `raised` if the alarm is new, and to `active` if it was already active. An active alarm takes a higher severity, with the message of that reading; it never takes a lower one.",
  outputs: ["raised", "active"],
  steps: 1000,
  fields: {
    name: alarmNameField,
    severity: choice({ label: "Severity", options: severities, default: "warning" }),
    message: text({
      label: "Message",
      help: templateHelp,
      maxLength: 1000,
      default: "{{sensor.name}} of {{device.name}} is {{value}} {{sensor.unit}}",
      check: lineTemplateProblem,
    }),
  },
  compile({ name, severity, message }, { output, host, nodeId }) {
    const fill = compileTemplate(message);
    const raised = output("raised");
    const active = output("active");
    return (reading) => {
      if (host.raiseAlarm(reading, nodeId, { name, severity, message: fill(reading) })) raised(reading);
      else active(reading);
    };
  },
});
