import type { FieldSet } from "@weir/protocol/resources/field";
import type { ResourceDefinition } from "@weir/protocol/resources/resource-definition";
import { Option } from "commander";
import { CommandFailure, usageExit } from "../failure.ts";
import { parseNumber } from "../parse-number.ts";
import type { FieldSource } from "./field-source.ts";

/** What help says about the fields other than the name. */
type OptionTexts<Fields extends FieldSet> = {
  readonly [Name in Exclude<keyof Fields & string, "name">]: string | WrittenField;
};

/** A field that people write in a form of its own. */
interface WrittenField {
  readonly text: string;
  /** How it is written, as help shows it. */
  readonly form: string;
  /** Throws an InvalidArgumentError for what cannot be read. */
  readonly parse: (given: string) => unknown;
}

interface FieldSources {
  /** The name of a new one is an argument. */
  readonly created: FieldSource;
  readonly changed: FieldSource;
}

/** An option for each field, for resources whose fields people can write in a line. An empty text stands for none. */
export function fieldsFromOptions<Definition extends ResourceDefinition>(
  { thing, title = thing, fields }: Definition,
  texts: OptionTexts<Definition["fields"]>,
): FieldSources {
  const options = Object.entries<string | WrittenField>(texts).map(([field, text]) =>
    optionOf(fields, field, text),
  );
  const given = (values: object) =>
    options.flatMap(([field, option]) => {
      const value = (values as Readonly<Record<string, unknown>>)[option.attributeName()];
      return value === undefined ? [] : [[field, value === "" ? null : value] as const];
    });
  return {
    created: {
      take(command) {
        command.argument("<name>", `Name of the ${title}`);
        for (const [, option] of options) command.addOption(option);
        return command;
      },
      read: async ([name], values) => ({ name, ...Object.fromEntries(given(values)) }),
    },
    changed: {
      take(command) {
        command.option("--name <name>", "New name");
        for (const [, option] of options) command.addOption(option);
        return command;
      },
      async read(_, values: { readonly name?: string }) {
        const { name } = values;
        const changed = { ...(name === undefined ? {} : { name }), ...Object.fromEntries(given(values)) };
        if (Object.keys(changed).length > 0) return changed;
        throw new CommandFailure("usage", "Say what to change, for example with --name.", usageExit);
      },
    },
  };
}

function optionOf(fields: FieldSet, field: string, text: string | WrittenField): readonly [string, Option] {
  if (typeof text === "object") {
    const { form, parse } = text;
    const option = new Option(`--${field.replaceAll("_", "-")} <${form}>`, text.text);
    return [field, option.argParser((given) => (given === "" ? given : parse(given)))];
  }
  const isNumber = fields[field]!.stored === "number";
  const option = new Option(`--${field.replaceAll("_", "-")} <${isNumber ? "number" : "text"}>`, text);
  return [
    field,
    isNumber ? option.argParser((given) => (given === "" ? given : parseNumber(given))) : option,
  ];
}
