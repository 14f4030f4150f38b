import { text } from "./config-fields.ts";
import { lineProblem } from "./line-text.ts";

/** What an alarm is raised and cleared by; there is one active alarm per sensor and name. */
export const alarmNameField = text({
  label: "Name",
  help: "Use the same name to raise and clear an alarm. A sensor has at most one active alarm per name.",
  maxLength: 100,
  check(name) {
    if (name.trim() !== name) return "must not begin or end with a space";
    return lineProblem(name);
  },
});
