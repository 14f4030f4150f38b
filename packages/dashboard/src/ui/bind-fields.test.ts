import { expect, test } from "bun:test";
import { Problem } from "../api/problem.ts";
import { bindFields } from "./bind-fields.ts";

interface Values {
  readonly name: string;
  readonly kind: "mail" | "slack";
  readonly isQuiet: boolean;
  readonly days: readonly string[];
}

const values: Values = { name: "Night shift", kind: "mail", isQuiet: false, days: ["monday"] };
const refused = new Problem({
  status: 422,
  code: "validation_failed",
  message: "Validation failed.",
  fields: { "body.name": "Already taken.", "body.target.url": "Must be a URL." },
});

function bound(error: unknown = null) {
  const changes: Partial<Values>[] = [];
  return { form: bindFields({ values, set: (change) => changes.push(change), error }), changes };
}

test("gives each kind of field its value, and changes only that field", () => {
  const { form, changes } = bound();
  const [name, isQuiet, days] = [form.text("name"), form.checkbox("isQuiet"), form.value("days")];
  expect([name.value, isQuiet.checked, days.value]).toEqual(["Night shift", false, ["monday"]]);
  name.onChange({ target: { value: "Day shift" } });
  isQuiet.onChange({ target: { checked: true } });
  days.onChange(["sunday"]);
  expect(changes).toEqual([{ name: "Day shift" }, { isQuiet: true }, { days: ["sunday"] }]);
});

test("gives a field the problem that the API has with it, by the name that the API has for it", () => {
  const { form } = bound(refused);
  expect(form.text("name").error).toBe("Already taken.");
  expect(form.text("kind", "target.url").error).toBe("Must be a URL.");
  expect(form.value("days").error).toBeUndefined();
});

test("lists the problems that fields show, so that the form shows all others", () => {
  const { form } = bound(refused);
  form.text("name");
  form.checkbox("isQuiet");
  form.problem("target.url");
  expect(form.places).toEqual(["name", "target.url"]);
});
