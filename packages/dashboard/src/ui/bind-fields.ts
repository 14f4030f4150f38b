import { fieldMessage } from "../api/problem.ts";

/** The names of the fields whose values are of this kind. */
type NamesOf<Values, Kind> = {
  [Name in keyof Values & string]: Values[Name] extends Kind ? Name : never;
}[keyof Values & string];

interface TextEvent {
  readonly target: { readonly value: string };
}

/** The fields of a form as props of their components. Without a `place`, the API knows a field by its own name. */
export interface BoundFields<Values extends object> {
  readonly values: Values;
  readonly set: (change: Partial<Values>) => void;
  /** For a component with an input, a text area or a choice. */
  readonly text: (
    name: NamesOf<Values, string>,
    place?: string,
  ) => {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: TextEvent) => void;
  };
  /** For a checkbox, which shows no errors. */
  readonly checkbox: (name: NamesOf<Values, boolean>) => {
    readonly checked: boolean;
    readonly onChange: (event: { readonly target: { readonly checked: boolean } }) => void;
  };
  /** For a component that passes on its value. */
  readonly value: <Name extends keyof Values & string>(
    name: Name,
    place?: string,
  ) => {
    readonly value: Values[Name];
    readonly error: string | undefined;
    readonly onChange: (value: Values[Name]) => void;
  };
  /** What the server says about a field. Whoever asks shows it. */
  readonly problem: (place: string) => string | undefined;
  /** The places whose problems are shown beside their fields in this rendering. The form shows all others. */
  readonly places: readonly string[];
}

export function bindFields<Values extends object>({
  values,
  set,
  error,
}: {
  readonly values: Values;
  readonly set: (change: Partial<Values>) => void;
  readonly error: unknown;
}): BoundFields<Values> {
  const places: string[] = [];
  const problem = (place: string) => {
    places.push(place);
    return fieldMessage(error, place);
  };
  const change = (name: string, value: unknown) => set({ [name]: value } as Partial<Values>);
  return {
    values,
    set,
    text: (name, place = name) => ({
      value: values[name] as string,
      error: problem(place),
      onChange: ({ target }) => change(name, target.value),
    }),
    checkbox: (name) => ({
      checked: values[name] as boolean,
      onChange: ({ target }) => change(name, target.checked),
    }),
    value: (name, place = name) => ({
      value: values[name],
      error: problem(place),
      onChange: (value) => change(name, value),
    }),
    problem,
    places,
  };
}
