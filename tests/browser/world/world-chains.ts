import type { ManageSession } from "./manage-session.ts";

interface Node {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly at: readonly [x: number, y: number];
}

type Wire = readonly [from: string, output: string, to: string];

const input: Node = { id: "input", type: "input", name: "Readings", at: [0, 0] };
const save = (x: number, y: number): Node => ({ id: "save", type: "save", name: "Save", at: [x, y] });

/** The chains by name, with what they apply to. */
export interface SeededChains {
  readonly uuids: ReadonlyMap<string, string>;
}

/** The receiver of messages; see {@link receiveMessages}. */
export async function seedChains(owner: ManageSession, receiverUrl: string): Promise<SeededChains> {
  const uuids = new Map<string, string>();
  for (const { uuid, name } of (await owner.do("GET", "./chains")).items) uuids.set(name, uuid);
  for (const [name, nodes, wires] of chains(receiverUrl)) {
    const { uuid } = await owner.do("POST", "./chains", { name, definition: definition(nodes, wires) });
    await owner.do("POST", `./chains/${uuid}/publish`, { note: "First version" });
    uuids.set(name, uuid);
  }
  await changeDeadband(owner, uuids.get("Deadband")!);
  return { uuids };
}

/** Adds a second version, and a draft that is not published. */
async function changeDeadband(owner: ManageSession, uuid: string): Promise<void> {
  for (const [threshold, isPublished] of [
    [0.5, true],
    [0.3, false],
  ] as const) {
    await owner.do("PUT", `./chains/${uuid}/draft`, deadband(threshold));
    if (isPublished) await owner.do("POST", `./chains/${uuid}/publish`, { note: "Half a degree is enough" });
  }
}

function deadband(threshold: number): unknown {
  const nodes: Node[] = [
    input,
    {
      id: "deadband",
      type: "deadband",
      name: "Worth keeping",
      config: { threshold, heartbeatSeconds: 3600 },
      at: [240, 0],
    },
    save(480, -60),
    { id: "rest", type: "stop", name: "Nothing new", at: [480, 60] },
  ];
  return definition(nodes, [
    ["input", "out", "deadband"],
    ["deadband", "changed", "save"],
    ["deadband", "unchanged", "rest"],
  ]);
}

function chains(
  receiverUrl: string,
): readonly (readonly [name: string, nodes: readonly Node[], wires: readonly Wire[]])[] {
  const deadbandNode: Node = {
    id: "deadband",
    type: "deadband",
    name: "Worth keeping",
    at: [240, 0] as const,
    config: { threshold: 1 },
  };
  return [
    [
      "Deadband",
      [input, deadbandNode, save(480, 0)],
      [
        ["input", "out", "deadband"],
        ["deadband", "changed", "save"],
      ],
    ],
    ["Freezer alarm", ...freezerAlarm(receiverUrl)],
    ["Soil watch", ...soilWatch(receiverUrl)],
    [
      "Pump efficiency",
      [
        input,
        {
          id: "calibrate",
          type: "calculate",
          name: "Calibrate",
          at: [240, 0] as const,
          config: { value: "value * double(metadata.calibration)" },
        },
        save(480, 0),
      ],
      [
        ["input", "out", "calibrate"],
        ["calibrate", "out", "save"],
      ],
    ],
    ["Door watch", ...doorWatch()],
  ];
}

function freezerAlarm(receiverUrl: string): readonly [Node[], Wire[]] {
  const message = "{{device.name}}: {{sensor.name}} is {{value}} {{sensor.unit}}, above -15";
  return [
    [
      input,
      save(240, -120),
      {
        id: "warm",
        type: "consecutive-threshold",
        name: "Above −15 three times",
        at: [240, 120] as const,
        config: { operator: ">", value: -15, count: 3 },
      },
      {
        id: "raise",
        type: "raise-alarm",
        name: "Raise the alarm",
        at: [480, 40] as const,
        config: { name: "freezer-warm", severity: "critical", message },
      },
      {
        id: "notify",
        type: "webhook",
        name: "Tell the pager",
        at: [720, 40] as const,
        config: { url: `${receiverUrl}/pager` },
      },
      {
        id: "clear",
        type: "clear-alarm",
        name: "Clear the alarm",
        at: [480, 200] as const,
        config: { name: "freezer-warm" },
      },
    ],
    [
      ["input", "out", "save"],
      ["input", "out", "warm"],
      ["warm", "reached", "raise"],
      ["raise", "raised", "notify"],
      ["warm", "below", "clear"],
    ],
  ];
}

function soilWatch(receiverUrl: string): readonly [Node[], Wire[]] {
  return [
    [
      input,
      save(240, -80),
      {
        id: "dry",
        type: "compare",
        name: "Below 20 %",
        at: [240, 80] as const,
        config: { operator: "<", value: 20 },
      },
      {
        id: "raise",
        type: "raise-alarm",
        name: "Water it",
        at: [480, 80] as const,
        config: { name: "dry-soil", severity: "warning", message: "{{device.name}} is dry: {{value}} %" },
      },
      {
        id: "irrigate",
        type: "webhook",
        name: "Open the valve",
        at: [720, 80] as const,
        config: { url: `${receiverUrl}/irrigation` },
      },
      {
        id: "clear",
        type: "clear-alarm",
        name: "Wet enough",
        at: [480, 200] as const,
        config: { name: "dry-soil" },
      },
    ],
    [
      ["input", "out", "save"],
      ["input", "out", "dry"],
      ["dry", "true", "raise"],
      ["raise", "raised", "irrigate"],
      ["dry", "false", "clear"],
    ],
  ];
}

/** Saves nothing, which causes a warning wherever the chain applies. */
function doorWatch(): readonly [Node[], Wire[]] {
  return [
    [
      input,
      {
        id: "open",
        type: "compare",
        name: "Is it open?",
        at: [240, 0] as const,
        config: { operator: "==", value: 1 },
      },
      {
        id: "raise",
        type: "raise-alarm",
        name: "Door open",
        at: [480, -60] as const,
        config: { name: "door-open", severity: "info", message: "{{device.name}} is open" },
      },
      {
        id: "clear",
        type: "clear-alarm",
        name: "Door closed",
        at: [480, 60] as const,
        config: { name: "door-open" },
      },
    ],
    [
      ["input", "out", "open"],
      ["open", "true", "raise"],
      ["open", "false", "clear"],
    ],
  ];
}

function definition(nodes: readonly Node[], wires: readonly Wire[]): unknown {
  return {
    nodes: nodes.map(({ id, type, name, config = {}, at: [x, y] }) => ({
      id,
      type,
      version: 1,
      name,
      config,
      position: { x, y },
    })),
    wires: wires.map(([from, output, to]) => ({ from, output, to })),
  };
}
