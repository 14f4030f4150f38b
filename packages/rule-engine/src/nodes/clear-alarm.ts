import { alarmNameField } from "../alarm-name.ts";
import { defineNode } from "../node-type.ts";

export const clearAlarm = defineNode({
  type: "clear-alarm",
  version: 1,
  category: "action",
  title: "Clear alarm",
  help: "Clears an alarm of the reading's sensor. The reading goes to `cleared` if the alarm was active, and to `inactive` if it was not.",
  outputs: ["cleared", "inactive"],
  steps: 1000,
  fields: { name: alarmNameField },
  compile({ name }, { output, host }) {
    const cleared = output("cleared");
    const inactive = output("inactive");
    return (reading) => {
      if (host.clearAlarm(reading, name)) cleared(reading);
      else inactive(reading);
    };
  },
});
