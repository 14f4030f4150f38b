import { chainLogLevels } from "@weir/protocol/closed-sets";
import { choice, text } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";
import { compileTemplate, lineTemplateProblem, templateHelp } from "../template.ts";

export const log = defineNode({
  type: "log",
  version: 1,
  category: "action",
  title: "Log",
  help: "Writes a line to the server's log and passes the reading to `logged`.",
  outputs: ["logged"],
  steps: 200,
  fields: {
    level: choice({ label: "Level", options: chainLogLevels, default: "info" }),
    message: text({
      label: "Message",
      help: templateHelp,
      maxLength: 1000,
      default: "{{device.name}}, {{sensor.name}}: {{value}} {{sensor.unit}}",
      check: lineTemplateProblem,
    }),
  },
  compile({ level, message }, { output, host, nodeId }) {
    const fill = compileTemplate(message);
    const logged = output("logged");
    return (reading) => {
      host.log(reading, nodeId, level, fill(reading));
      logged(reading);
    };
  },
});
