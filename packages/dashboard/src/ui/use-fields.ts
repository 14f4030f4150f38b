import { useState } from "react";
import { type BoundFields, bindFields } from "./bind-fields.ts";

/** A call that the form makes, as `useChange` returns it. */
interface Saving {
  readonly isPending: boolean;
  readonly error: unknown;
}

interface FormFields<Values extends object> extends BoundFields<Values> {
  /** Changes some of the fields. A function gets the values of that moment, which may be later than this rendering. */
  readonly set: (change: Partial<Values> | ((now: Values) => Partial<Values>)) => void;
  /** The names of the fields that differ from those that the form began with. */
  readonly changed: readonly (keyof Values & string)[];
  /** For the component around the fields. It disables its button while it is busy, so that nothing is sent twice. */
  readonly saving: {
    readonly isBusy: boolean;
    readonly error: unknown;
    readonly fields: readonly string[];
  };
}

/** The values of a form, and the props of its fields. `calls` are those that save it: one of them at a time. */
export function useFields<Values extends object>(
  first: Values | (() => Values),
  ...calls: readonly Saving[]
): FormFields<Values> {
  const [began] = useState(first);
  const [values, setValues] = useState(began);
  const set: FormFields<Values>["set"] = (change) =>
    setValues((now) => ({ ...now, ...(typeof change === "function" ? change(now) : change) }));
  const error = calls.find((call) => call.error !== null)?.error ?? null;
  const bound = bindFields({ values, set, error });
  const names = Object.keys(values) as (keyof Values & string)[];
  return {
    ...bound,
    set,
    changed: names.filter((name) => !Object.is(values[name], began[name])),
    saving: { isBusy: calls.some(({ isPending }) => isPending), error, fields: bound.places },
  };
}
