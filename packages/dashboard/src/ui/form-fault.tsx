import { isProblem } from "../api/problem.ts";
import { FormError } from "./states.tsx";

/** What went wrong with a form, unless it already stands at one of these fields of it. */
export function FormFault({
  error,
  fields,
}: {
  readonly error: unknown;
  readonly fields: readonly string[];
}) {
  const named = isProblem(error) ? Object.keys(error.fields) : [];
  const isTold = named.length > 0 && named.every((name) => fields.includes(name.replace(/^body\./, "")));
  return isTold ? null : <FormError error={error} />;
}
