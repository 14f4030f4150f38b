/** The chain that clicking Compare, Raise alarm and Save would create if each went behind the one before. */
export const lossy = {
  nodes: [
    node("input", "input"),
    node("compare", "compare", { operator: ">", value: 30 }),
    node("raise", "raise-alarm", { name: "Too warm" }),
    node("save", "save"),
    node("tell", "email", { to: "ann@riverside.farm" }),
    node("hook", "webhook", { url: "https://pager.example.org/hook" }),
  ].map((each, place) => ({ ...each, position: { x: place * 288, y: 0 } })),
  wires: [
    { from: "input", output: "out", to: "compare" },
    { from: "compare", output: "true", to: "raise" },
    { from: "raise", output: "raised", to: "save" },
    { from: "save", output: "saved", to: "tell" },
    { from: "tell", output: "queued", to: "hook" },
  ],
};

/** The warning of an output where readings end without being saved. */
export function lostBy(title: string, output: string): string {
  return `Readings that leave ${title} by ${output} are not saved.`;
}

function node(id: string, type: string, config: object = {}) {
  return { id, type, config, position: { x: 0, y: 0 } };
}
