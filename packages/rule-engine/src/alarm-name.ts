import { text } from "./config-fields.ts";
import { lineProblem } from "./line-text.ts";

/** Identifies the alarm to raise or clear; there is one active alarm per sensor and name. */
export const alarmNameField = text({
  label: "Name",
  help: "Use the same name to raise and clear an alarm. A sensor has at most one active alarm per name.",
  maxLength: 100,
  check(name) {
    if (name.trim() !== name) return "must not begin or end with a space";
    return lineProblem(name);
  },
});
