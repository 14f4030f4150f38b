import type { ChainNode } from "@weir/rule-engine/chain";
import { usePages } from "../../../api/queries.ts";
import { SelectField } from "../../../ui/field.tsx";
import { configureNode } from "../model/edit-definition.ts";
import { type Field, withSetting } from "../model/node-config.ts";
import type { NodeType } from "../model/node-type.ts";
import { sentence } from "../model/node-words.ts";
import { ListSetting } from "./list-setting.tsx";
import { isSecretName, SecretSetting } from "./secret-setting.tsx";
import { type SettingProps, SimpleSetting } from "./simple-setting.tsx";
import { useEditorPart, useEditorStore } from "./use-editor.ts";

/** The settings of a node, as its type describes them. */
export function ConfigForm({ node, type }: { readonly node: ChainNode; readonly type: NodeType }) {
  const store = useEditorStore();
  const mayEdit = useEditorPart((state) => state.mayEdit);
  const problems = useEditorPart((state) => state.problems);
  const errorAt = (path: string) => {
    // A warning does not make a setting wrong; settings show warnings in their own way.
    const found = problems.find(
      ({ node: id, field, severity }) => id === node.id && field === path && severity === "error",
    );
    return found === undefined ? undefined : sentence(found.message);
  };
  const change = (field: Field, given: unknown) => {
    const config = withSetting(node.config, field.name, given);
    store.edit(
      configureNode(store.get().definition, node.id, config, type),
      `config ${node.id} ${field.name}`,
    );
  };
  if (type.fields.length === 0) return <p className="text-sm text-muted">This node has no settings.</p>;
  return (
    <div className="flex flex-col gap-3.5">
      {type.fields.map((field) => {
        const shape = {
          nodeType: node.type,
          value: node.config[field.name],
          error: errorAt(field.name),
          isReadOnly: !mayEdit,
          onChange: (given: unknown) => change(field, given),
        };
        if (field.kind === "list") {
          return <ListSetting key={field.name} field={field} errorAt={errorAt} {...shape} />;
        }
        if (isSecretName(field)) return <SecretSetting key={field.name} field={field} {...shape} />;
        const isChain = node.type === "chain" && field.name === "chain";
        const Setting = isChain ? ChainSetting : SimpleSetting;
        return <Setting key={field.name} field={field} {...shape} />;
      })}
    </div>
  );
}

/** Chooses another chain of the account by its name. */
function ChainSetting({ field, value, error, isReadOnly, onChange }: SettingProps) {
  const own = useEditorPart((state) => state.chain.uuid);
  const { items } = usePages("listChains", { query: { limit: 200 } });
  const given = typeof value === "string" ? value : "";
  const others = items
    .filter(({ uuid }) => uuid !== own)
    .map(({ uuid, name }) => ({ value: uuid, label: name }));
  const isListed = given === "" || others.some((chain) => chain.value === given);
  return (
    <SelectField
      label={field.label}
      error={error}
      hint="That chain decides what happens to the reading."
      disabled={isReadOnly}
      value={given}
      choices={[
        { value: "", label: "Choose…" },
        ...others,
        ...(isListed ? [] : [{ value: given, label: given }]),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
