import type { NodeFieldJson, NodeRowFieldJson, nodeTypeRoutes } from "@weir/protocol/manage/node-type-routes";
import type { Field, Fields } from "@weir/rule-engine/config-fields";
import type { VocabularyEntry } from "@weir/rule-engine/expression/expression-vocabulary";
import { nodeCatalogue } from "@weir/rule-engine/node-catalogue";
import type { NodeType } from "@weir/rule-engine/node-type";
import { tenantOf } from "../../control/accounts/tenants.ts";
import type { ControlData } from "../../control/control.ts";
import type { Caller } from "../../web/caller.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { accountOwner, type WorkOwner } from "./work/chain-work.ts";

export const nodeTypeHandlers: HandlersOf<typeof nodeTypeRoutes> = {
  async listNodeTypes() {
    const items = [...nodeCatalogue.values()].map(typeToJson);
    return succeed({ items, vocabulary: await readVocabulary() });
  },

  listExpressionWords: async () => succeed({ items: await readVocabulary() }),

  async checkExpression({ control, caller }, { body }) {
    const { text, result } = body;
    const owner = await ownerOf(control.db, caller!);
    const checked = await control.chainWork.checkExpression(owner, { text, result });
    if (!checked.ok) return checked;
    if (checked.value.ok) return succeed({ ok: true });
    return succeed({ ok: false, message: checked.value.problem, at: checked.value.at });
  },
};

/** The vocabulary includes its implementation with regular expressions, which only editors of chains need. */
async function readVocabulary(): Promise<VocabularyEntry[]> {
  const { expressionVocabulary } = await import("@weir/rule-engine/expression/expression-vocabulary");
  return [...expressionVocabulary];
}

/** A person calls this outside of any account and has their own limits. The operator has none. */
async function ownerOf(db: ControlData, caller: Caller): Promise<WorkOwner> {
  switch (caller.kind) {
    case "key":
      return accountOwner(await tenantOf(db, caller.accountId));
    case "user":
      return { name: `user ${caller.userId}`, caller: "", isLimited: true };
    case "operator":
      return { name: "operator", caller: "", isLimited: false };
  }
}

function typeToJson({ type, version, category, title, help, outputs, fields }: NodeType) {
  return {
    type,
    version,
    category,
    title,
    help,
    outputs: typeof outputs === "function" ? null : [...outputs],
    has_failure_output: type !== "input",
    fields: fieldsToJson(fields),
  };
}

function fieldsToJson(fields: Fields): NodeFieldJson[] {
  return Object.entries(fields).map(([name, field]) =>
    field.kind === "list" ? listToJson(name, field) : simpleToJson(name, field),
  );
}

type ListField = Extract<Field, { kind: "list" }>;
type SimpleField = Exclude<Field, ListField>;

function listToJson(name: string, field: ListField): NodeFieldJson {
  const { kind, of, itemsMin, itemsMax, default: rows } = field;
  return {
    kind,
    name,
    ...describe(field),
    fields: Object.entries(of).map(([key, inner]) => {
      if (inner.kind === "list")
        throw new Error(`The rows of ${name} hold rows themselves, which no form shows.`);
      return simpleToJson(key, inner);
    }),
    items_min: itemsMin,
    items_max: itemsMax,
    ...(rows === undefined ? {} : { default: rows.map((row) => ({ ...row })) }),
  };
}

function simpleToJson(name: string, field: SimpleField): NodeRowFieldJson {
  const about = { name, ...describe(field) };
  switch (field.kind) {
    case "number": {
      const { kind, min, max, unit, integer = false, optional = false, default: standard } = field;
      return {
        kind,
        ...about,
        ...withoutUndefined({ min, max, unit, default: standard }),
        integer,
        optional,
      };
    }
    case "text": {
      const { kind, maxLength, multiline = false, optional = false, takesSecrets = false } = field;
      const limits = { max_length: maxLength, multiline, optional, takes_secrets: takesSecrets };
      return { kind, ...about, ...limits, ...withoutUndefined({ default: field.default }) };
    }
    case "choice": {
      const { kind, options, optionLabels, optional = false, default: standard } = field;
      const labelled = options.map((value) => ({ value, label: optionLabels?.[value] ?? value }));
      return { kind, ...about, options: labelled, optional, ...withoutUndefined({ default: standard }) };
    }
    case "flag":
      return { kind: field.kind, ...about, default: field.default };
    case "expression": {
      const { kind, result, default: standard } = field;
      return { kind, ...about, result, ...withoutUndefined({ default: standard }) };
    }
  }
}

function describe({ label, help }: Field): { label: string; help?: string } {
  return { label, ...withoutUndefined({ help }) };
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
}
