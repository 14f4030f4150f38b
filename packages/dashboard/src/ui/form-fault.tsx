import { isProblem } from "../api/problem.ts";
import { FormError } from "./states.tsx";

/** The error of a form, unless one of these fields shows it already. */
export function FormFault({
  error,
  fields,
}: {
  readonly error: unknown;
  readonly fields: readonly string[];
}) {
  const named = isProblem(error) ? Object.keys(error.fields) : [];
  const isShownByField =
    named.length > 0 && named.every((name) => fields.includes(name.replace(/^body\./, "")));
  return isShownByField ? null : <FormError error={error} />;
}
