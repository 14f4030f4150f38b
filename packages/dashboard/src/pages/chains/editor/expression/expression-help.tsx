import { cx } from "../../../../ui/class-names.ts";
import type { Explanation } from "../../model/expression/explain-expression.ts";
import { parametersOf } from "../../model/expression/expression-words.ts";

/** Explains the word at the caret: how it is written and what it does. */
export function ExpressionHelp({ explanation }: { readonly explanation: Explanation }) {
  const { word, parameter } = explanation;
  const forms = word.forms.filter(
    (form) => parameter === null || parametersOf(form).length > parameter || word.forms.length === 1,
  );
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line bg-sunken px-2.5 py-2 text-xs">
      {forms.map((form) => (
        <div key={form} className="font-mono">
          <Signature form={form} parameter={parameter} />
        </div>
      ))}
      <div className="text-muted">
        {word.help} Returns {word.type}.
      </div>
      <div className="text-muted">
        Example: <code className="font-mono text-text">{word.example}</code>
      </div>
    </div>
  );
}

function Signature({ form, parameter }: { readonly form: string; readonly parameter: number | null }) {
  const parameters = parametersOf(form);
  const open = form.indexOf("(");
  if (open === -1 || parameters.length === 0) return form;
  const close = form.indexOf(")", open);
  return (
    <>
      {form.slice(0, open + 1)}
      {parameters.map((name, place) => (
        <span key={name}>
          {place > 0 && ", "}
          <span className={cx(place === parameter && "font-semibold text-accent underline")}>{name}</span>
        </span>
      ))}
      {form.slice(close)}
    </>
  );
}
